import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { FilesField } from '../FilesField.tsx'
import { type AskedQuestion, useAnswer } from './use-answer.ts'

/** A question answered by a file. */
export function AttachmentField({ asked }: { asked: AskedQuestion }) {
  const { item } = asked
  const { path, values, set, input } = useAnswer(asked)
  return (
    <FilesField
      path={path}
      label={<FieldLabel path={path} optional={!item.required} words={item.text} />}
      words={item.text}
      type="Other"
      files={values.map(({ value: name, documentId }) => ({ name, documentId }))}
      error={input.error}
      isSeveral={item.repeats}
      onAdd={({ name: value, documentId }) =>
        set([...values.filter(() => item.repeats), { value, documentId }])
      }
      onRemove={(documentId) => set(values.filter((one) => one.documentId !== documentId))}
    />
  )
}
