import { readManifest } from '#contract/manifest-file.ts'

/** `readManifest` for a worker thread: a file of megabytes takes seconds. */
export function readManifestFile({ content, headings }: { content: Uint8Array; headings: string[] }) {
  return readManifest(
    content,
    headings.map((heading) => ({ heading })),
  )
}
