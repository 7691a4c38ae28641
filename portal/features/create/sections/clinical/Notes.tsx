import { TextAreaField } from '../../fields/TextAreaField.tsx'
import * as texts from '../texts.ts'
import { useClinicalPart } from './use-clinical-part.ts'

/** Free words on the patient. */
export function Notes() {
  const { required, hint } = useClinicalPart('notes')
  return (
    <TextAreaField
      path="/clinicalNotes"
      mt="md"
      optional={!required}
      minRows={3}
      {...(hint === '' ? {} : { description: hint })}
      placeholder={texts.notesPlaceholder}
    />
  )
}
