import { type ReadRequest, readInChunks } from './read-file.ts'

// Reads and judges a file beside the page, which goes on answering meanwhile.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  for (const message of readInChunks(data)) postMessage(message)
})
