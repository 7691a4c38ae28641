import { memo } from 'react'
import { AttachmentField } from './AttachmentField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { RepeatedField } from './RepeatedField.tsx'
import { SingleField } from './SingleField.tsx'
import { type AskedQuestion, useAnswer } from './use-answer.ts'

/** The input of one question, by its type. The same for every questionnaire. */
export const QuestionField = memo(
  function QuestionField({ asked }: { asked: AskedQuestion }) {
    const { type, repeats } = asked.item
    if (type === 'attachment') return <AttachmentField asked={asked} />
    if (type === 'boolean' || type === 'choice' || type === 'open-choice')
      return <ChoiceField asked={asked} />
    return repeats ? <RepeatedField asked={asked} /> : <OneValue asked={asked} />
  },
  (before, after) =>
    before.asked.item === after.asked.item &&
    before.asked.patient === after.asked.patient &&
    before.asked.questionnaire === after.asked.questionnaire,
)

function OneValue({ asked }: { asked: AskedQuestion }) {
  const { path, values, set, input } = useAnswer(asked)
  return (
    <SingleField
      item={asked.item}
      label={{ path, optional: !asked.item.required }}
      value={values[0] ?? { value: '' }}
      onChange={(value) => set(value.value === '' ? [] : [value])}
      input={input}
    />
  )
}
