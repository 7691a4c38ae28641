import { MOST_ANSWER_BYTES } from '../../documents/upload-rules.ts'
import { type AttachedFile, attachedFiles } from '../attached-files.ts'
import type { Finding } from '../points.ts'
import type { RuleInput } from './rule.ts'

/** Files must be the order's own, and all that the order attaches must fit into its message. */
export function attachmentRules(
  { document, documents }: RuleInput,
  files: readonly AttachedFile[],
): Finding[] {
  const [first] = files
  if (documents === undefined || first === undefined) return []
  const missing = files
    .filter(({ documentId }) => !documents.some(({ id }) => id === documentId))
    .map(({ path, name }) => ({
      ...{ path, rule: 'unknown', message: `${name}: this file is not with the order. Attach it again` },
    }))
  const bytes = attachedFiles(document).reduce(
    (sum, { documentId }) => sum + (documents.find(({ id }) => id === documentId)?.bytes ?? 0),
    0,
  )
  const tooLarge =
    bytes > MOST_ANSWER_BYTES
      ? [
          {
            path: first.path,
            rule: 'too-large',
            message: 'The attached files are larger than 20 MB together. Attach smaller files',
          },
        ]
      : []
  return [...missing, ...tooLarge]
}
