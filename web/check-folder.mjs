/** Says before a build what would end it a minute later with an error that names something else: for Vite the name of a file ends at a # or a ?. */
const folder = process.cwd();
if (/[#?]/.test(folder)) {
  process.stderr.write(`\nThe pages cannot be built in ${folder}: the name of a folder may hold neither # nor ? there. Move Larder to one without them.\n\n`);
  process.exit(1);
}
