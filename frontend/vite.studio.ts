import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const outDir = "dist/studio";

/** What the studio's first page may weigh in bytes as it is sent, with the fonts of all letters: it opens on a hotel's line. */
const mostBytes = 320_000;

/** The words of a language: whoever reads it fetches them before the first page, and nobody else does. */
const isLanguage = /\/studio\/words\/(en|zh-CN)\.ts$/;

/** Weighs what the first page loads (the entry and what it imports, the words of the longest language, styles, fonts), says so, and
 * refuses more than it may. */
function weight(): Plugin {
  return {
    name: "weight",
    apply: "build",
    generateBundle(_options, bundle) {
      const first = new Set(Object.keys(bundle).filter((name) => !/\.m?js$/.test(name)));
      const entries = Object.values(bundle).filter((file) => file.type === "chunk" && file.isEntry);
      const waiting = entries.map((file) => file.fileName);
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        const file = bundle[name];
        if (first.has(name) || file?.type !== "chunk") continue;
        first.add(name);
        waiting.push(...file.imports);
      }
      let bytes = 0;
      let longest = 0;
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !isLanguage.test(file.facadeModuleId ?? "")) continue;
        if (first.has(file.fileName)) this.error(`every reader fetches ${file.name}`);
        longest = Math.max(longest, brotliCompressSync(file.code).length);
      }
      if (longest === 0) this.error("no file has the words of a language; nothing is weighed without them");
      for (const name of first) {
        const file = bundle[name];
        const body = file?.type === "chunk" ? file.code : (file?.source ?? "");
        bytes += /\.woff2$/.test(name) ? body.length : brotliCompressSync(body).length;
      }
      bytes += longest;
      const kilobytes = (bytes / 1000).toFixed(0);
      if (bytes > mostBytes)
        this.error(`the studio's first load weighs ${kilobytes} kB; it may weigh ${mostBytes / 1000}`);
      this.info(`first load: ${kilobytes} kB in Brotli, of at most ${mostBytes / 1000}`);
    },
  };
}

/** Writes each file that gets smaller compressed beside itself: WhiteNoise sends the form that a browser reads. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle(options, bundle) {
      const folder = options.dir ?? outDir;
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const body = readFileSync(join(folder, name));
        const forms = { br: brotliCompressSync(body), gz: gzipSync(body, { level: 9 }) };
        for (const [ending, packed] of Object.entries(forms))
          if (packed.length < body.length) writeFileSync(join(folder, `${name}.${ending}`), packed);
      }
    },
  };
}

export default defineConfig({
  base: "/static/",
  plugins: [react(), weight(), compressed()],
  // Django renders the built studio.html as a template and fills in the nonce of the request.
  html: { cspNonce: "{{ request.csp_nonce }}" },
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0, // fonts and the icon stay files: font-src and img-src need no data: for them
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: "studio.html" },
  },
});
