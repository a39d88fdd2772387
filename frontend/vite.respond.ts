import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { shortened } from "./respond.names";
import { translations } from "./src/respond/words/every";
import { listed } from "./src/respond/words/wording";

const outDir = "dist/respond";

/** Write the words of each language but English as a file that the page asks for when the survey has the language. */
function words(): Plugin {
  return {
    name: "words",
    apply: "build",
    generateBundle() {
      for (const wording of translations) {
        const source = JSON.stringify(listed(wording));
        const print = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        this.emitFile({ type: "asset", fileName: `assets/words-${wording.language}-${print}.json`, source });
      }
    },
  };
}

/**
 * Give every script and style of the page its `integrity`, and name the files of words with theirs at the head of the page.
 *
 * Under Integrity-Policy a module script without it is not run, and nothing is said in the console. A link of a kind that no
 * browser knows loads nothing: the script reads there what it may ask for.
 */
function integrity(): Plugin {
  return {
    name: "integrity",
    apply: "build",
    writeBundle(options, bundle) {
      const folder = options.dir ?? outDir;
      const page = join(folder, "respond.html");
      let html = readFileSync(page, "utf8");
      const digestOf = (file: string): string =>
        createHash("sha384")
          .update(readFileSync(join(folder, file)))
          .digest("base64");
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
        const digest = digestOf(file);
        const address = `="./${file}"`;
        if (html.split(address).length !== 2) this.error(`${file} is not named exactly once by respond.html`);
        html = html.replace(address, `${address} integrity="sha384-${digest}"`);
      }
      const loaded = html.match(/<script\b|<link rel="(stylesheet|modulepreload)"/g)?.length ?? 0;
      const pinned = html.match(/integrity="sha384-/g)?.length ?? 0;
      if (loaded !== pinned) this.error(`respond.html loads ${loaded} files and pins ${pinned}`);
      const named = Object.keys(bundle).flatMap((file) => {
        const language = /words-(.+)-.{8}\.json$/.exec(file)?.[1];
        if (language === undefined) return [];
        return [
          `  <link rel="words" hreflang="${language}" href="./${file}" integrity="sha384-${digestOf(file)}" />\n`,
        ];
      });
      if (named.length !== translations.length) this.error(`respond.html names ${named.length} files of words`);
      writeFileSync(page, html.replace("</head>", `${named.join("  ")}  </head>`));
    },
  };
}

/**
 * What the whole page may weigh in bytes as it is sent: it loads in a second on a bad line, and can be read in an evening.
 *
 * Counted are HTML, script and style, and the heaviest file of words. A person who reads English loads none of these, a survey
 * in several languages loads the words of each, so that one can change between them without a network.
 */
const mostBytes = 40_000;
/** What it may weigh where a proxy compresses it with gzip, for a browser that reads no Brotli: no more than now. */
const mostBytesOfGzip = 42_100;

/**
 * Write each file compressed beside itself: it is compressed once with the best that every browser of the page reads, while a
 * proxy compresses again for each visitor, and less. What a version's hash covers are the files themselves.
 */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle(options, bundle) {
      const folder = options.dir ?? outDir;
      const files = Object.keys(bundle).filter((name) => /\.(html|js|css|json)$/.test(name));
      const packed = files.map((name) => {
        const body = readFileSync(join(folder, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
        const brotli = brotliCompressSync(body, { params });
        if (!brotliDecompressSync(brotli).equals(body)) this.error(`${name} is not read back as it was written`);
        writeFileSync(join(folder, `${name}.br`), brotli);
        return { name, brotli: brotli.length, gzip: gzipSync(body, { level: 9 }).length };
      });
      const sum = (coding: "brotli" | "gzip"): number => {
        const words = packed.filter(({ name }) => name.endsWith(".json")).map((file) => file[coding]);
        const others = packed.filter(({ name }) => !name.endsWith(".json"));
        return others.reduce((bytes, file) => bytes + file[coding], Math.max(...words));
      };
      const parts = packed.map(({ name, brotli }) => `${name} ${brotli}`).join(", ");
      this.info(`the page weighs ${sum("brotli")} bytes as sent (${parts}), ${sum("gzip")} after gzip`);
      if (sum("gzip") > mostBytesOfGzip)
        this.error(`the page weighs ${sum("gzip")} bytes after gzip; it may weigh ${mostBytesOfGzip}`);
      if (sum("brotli") > mostBytes) this.error(`the page weighs ${sum("brotli")} bytes; it may weigh ${mostBytes}`);
    },
  };
}

export default defineConfig({
  base: "./", // every version is served with its own bundle, under its own address
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2020", // Chrome 80 and Safari 13.1 know all of it but BigInt, which tsc refuses (lib ES2019)
    cssTarget: ["chrome80", "safari13.1"],
    modulePreload: false,
    assetsInlineLimit: 0, // data: addresses are not in the policy
    reportCompressedSize: true,
    rolldownOptions: {
      input: "respond.html",
      output: {
        minify: { mangleProps: { include: new RegExp(`^(?:${shortened.join("|")})$`) } },
        entryFileNames: "assets/respond-[hash].js",
        chunkFileNames: "assets/respond-[hash].js",
        assetFileNames: "assets/respond-[hash][extname]",
      },
      onwarn(warning) {
        // BigInt and the like are passed through with no more than a warning; Safari 13 would stop there.
        throw new Error(`${warning.code ?? "warning"}: ${warning.message}`);
      },
    },
  },
  plugins: [words(), integrity(), compressed()],
});
