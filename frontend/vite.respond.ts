import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { shortened } from "./respond.names";

const outDir = "dist/respond";

/**
 * Give every script and style of the page its `integrity`.
 *
 * Under Integrity-Policy a module script without it is not run, and nothing is said in the console.
 */
function integrity(): Plugin {
  return {
    name: "integrity",
    apply: "build",
    writeBundle(options, bundle) {
      const folder = options.dir ?? outDir;
      const page = join(folder, "respond.html");
      let html = readFileSync(page, "utf8");
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
        const digest = createHash("sha384")
          .update(readFileSync(join(folder, file)))
          .digest("base64");
        const address = `="./${file}"`;
        if (html.split(address).length !== 2) this.error(`${file} is not named exactly once by respond.html`);
        html = html.replace(address, `${address} integrity="sha384-${digest}"`);
      }
      const loaded = html.match(/<script\b|<link rel="(stylesheet|modulepreload)"/g)?.length ?? 0;
      const pinned = html.match(/integrity="sha384-/g)?.length ?? 0;
      if (loaded !== pinned) this.error(`respond.html loads ${loaded} files and pins ${pinned}`);
      writeFileSync(page, html);
    },
  };
}

/** What the whole page may weigh in bytes after gzip: it loads in a second on a bad line, and can be read in an evening. */
const mostBytes = 40_000;

function weight(): Plugin {
  return {
    name: "weight",
    apply: "build",
    writeBundle(options, bundle) {
      const folder = options.dir ?? outDir;
      const files = Object.keys(bundle).filter((name) => /\.(html|js|css)$/.test(name));
      const weighed = files.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
      const bytes = weighed.reduce((sum, each) => sum + each, 0);
      this.info(
        `the page weighs ${bytes} bytes after gzip (${files.map((name, at) => `${name} ${weighed[at]}`).join(", ")})`,
      );
      if (bytes > mostBytes) this.error(`the page weighs ${bytes} bytes after gzip; it may weigh ${mostBytes}`);
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
  plugins: [integrity(), weight()],
});
