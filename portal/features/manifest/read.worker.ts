import { type ReadAsked, readInParts } from './read-file.ts'

// Reads and judges a file beside the page, which goes on answering meanwhile.
addEventListener('message', ({ data }: MessageEvent<ReadAsked>) => {
  for (const said of readInParts(data)) postMessage(said)
})
