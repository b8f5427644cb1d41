/** A picture made small enough to be sent: a phone's photo is several times what is kept, and guests load it over theirs. */

/** In pixels; on no screen of ours a picture is larger than half of it. */
const LONGEST_SIDE = 1_600;
const QUALITIES = [0.85, 0.7, 0.5, 0.3];

/** As JPEG, upright, without what the camera wrote into it; undefined where this browser cannot read it, or it stays too large. */
export async function smallerPicture(file: Blob, mostBytes: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // What is clear in a PNG would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of QUALITIES) {
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (made && made.size <= mostBytes) return made;
  }
  return undefined;
}
