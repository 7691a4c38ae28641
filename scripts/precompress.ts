import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|json|txt)$/
/** The best, 11, takes twice the time, on a first start too, for 2 % less. */
const BROTLI_QUALITY = 10

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Puts a `.br` and a `.gz` beside each text file that a browser gets, so that no answer waits for its compression: the small
 * ones too, which the server would compress each time. */
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
