import type { Plugin } from "vite";

/** One line of the sources is replaced, as DATAHUB_PLANT (JSON) says. */
const { file, from, to } = JSON.parse(process.env.DATAHUB_PLANT ?? "{}") as Record<"file" | "from" | "to", string>;

let planted = false;

export const plant: Plugin = {
  name: "plant",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith(`/${file}`)) return null;
    if (code.split(from).length !== 2) this.error(`${file} holds ${JSON.stringify(from)} not exactly once`);
    planted = true;
    return code.replace(from, () => to);
  },
  buildEnd(error) {
    if (error === undefined && !planted) this.error(`the page is not built from ${file}; nothing was planted`);
  },
};
