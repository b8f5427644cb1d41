/** The picture of a product: a file from this computer, or an address. */
import { MOST_IMAGE_BYTES } from '@larder/contracts/product-files.js';
import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { TextField } from '../../../ui/form.js';
import { ProductPicture } from '../product-picture.js';
import { useStoreImageMutation } from '../products-api.js';
import { smallerPicture } from './smaller-picture.js';
import type { LiveForm } from './use-product-form.js';

const TYPES = 'image/png,image/jpeg,image/webp';

interface Props {
  form: LiveForm;
  /** A picture is on its way: what is sent now would be without it. */
  isBusy: boolean;
  onBusy(isBusy: boolean): void;
}

export function PictureField({ form, isBusy, onBusy }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState('');
  const [store] = useStoreImageMutation();
  const { imageUrl, name } = form.entered;
  const isOurs = imageUrl.startsWith('/images/');
  const choose = async (file: File | undefined) => {
    setTrouble('');
    if (!file) return;
    if (!TYPES.split(',').includes(file.type)) return setTrouble('Only PNG, JPEG and WebP pictures can be used');
    onBusy(true);
    await upload(file).catch(() => setTrouble('The picture cannot be read. Please choose it again.'));
    onBusy(false);
  };
  const upload = async (file: File): Promise<void> => {
    const picture = file.size > MOST_IMAGE_BYTES ? await smallerPicture(file, MOST_IMAGE_BYTES) : file;
    if (!picture) return setTrouble('The picture is larger than 1 MB, and could not be made smaller here');
    const { data, error } = await store(await base64Of(picture));
    if (data) form.edit({ imageUrl: data.imageUrl });
    else setTrouble(asFailure(error)?.message || 'The picture could not be uploaded');
  };
  return (
    <div className="picture-field">
      <ProductPicture name={name} imageUrl={form.errors.imageUrl ? undefined : imageUrl.trim()} />
      <div className="login-field">
        <label htmlFor={`${id}file`}>Picture</label>
        <input ref={input} id={`${id}file`} className="unseen" tabIndex={-1} type="file" accept={TYPES} aria-describedby={`${id}hint`} onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }} />
        <div className="form-buttons">
          <Button icon={<UploadOutlined />} loading={isBusy} onClick={() => input.current?.click()}>{imageUrl ? 'Choose another' : 'Upload a picture'}</Button>
          {imageUrl && <Button type="text" onClick={() => form.edit({ imageUrl: '' })}>Remove</Button>}
        </div>
        {trouble && <p role="alert">{trouble}</p>}
        <small id={`${id}hint`}>PNG, JPEG or WebP; a larger one than 1 MB is made smaller{isOurs ? '' : ', or the address of one:'}</small>
      </div>
      {!isOurs && <div className="wide"><TextField form={form} name="imageUrl" label="Image address" inputMode="url" autoComplete="off" maxLength={2000} /></div>}
    </div>
  );
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In pieces: an argument list has an end.
  for (let from = 0; from < bytes.length; from += 8192) text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return btoa(text);
}
