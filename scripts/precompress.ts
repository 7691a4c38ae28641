import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|json|txt)$/
/** The best, 11, takes twice as long, also on a first start, and saves 2 %. */
const BROTLI_QUALITY = 10

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Writes a `.br` and a `.gz` beside each text file for browsers, so that no reply waits for compression;
 * small files too, which the server would otherwise compress each time.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle)
          .filter(({ fileName }) => TEXT.test(fileName) && !fileName.startsWith('.vite'))
          .map(async (made) => {
            const content = Buffer.from(made.type === 'chunk' ? made.code : made.source)
            const file = path.join(dir, made.fileName)
            await Promise.all([
              writeFile(`${file}.br`, await brotli(content, { params: brotliParams(content.length) })),
              writeFile(`${file}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION })),
            ])
          }),
      )
    },
  }
}

const brotliParams = (bytes: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
})
