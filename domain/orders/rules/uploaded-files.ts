import type { Finding } from '../points.ts'
import { aboutFile, FILE_OF_ANOTHER, isForPatient } from '../uploaded-files.ts'
import type { RuleInput } from './rule.ts'

/**
 * Files that were uploaded while the draft was for another patient. That patient is not named: the message of an overridden
 * warning stays in the timeline of this one.
 */
export function uploadedFileRules({ document, uploads = [] }: RuleInput): Finding[] {
  const [patient] = document.patients
  if (!patient) return []
  return uploads
    .filter(({ uploadedFor }) => !isForPatient(uploadedFor, document))
    .map((file) => ({
      path: '/patients/0/lastName',
      rule: FILE_OF_ANOTHER,
      message: `“${file.filename}” was uploaded while this order was for another patient. Remove the file, or give a reason to keep it with this order`,
      warningAbout: aboutFile(file, patient),
      usualReasons: ['The file is about this patient'],
    }))
}
