import type { AnswerValue } from '#domain/orders/answers.ts'
import { FIRST_FIELD, RowList } from '#ui/fields/RowList.tsx'
import { SingleField } from './SingleField.tsx'
import * as texts from './texts.ts'
import { type AskedQuestion, useAnswer } from './use-answer.ts'

/** The most values that the contract lets an answer have. */
const MOST_VALUES = 20

/** Several values of one question, one below the other. */
export function RepeatedField({ asked }: { asked: AskedQuestion }) {
  const { path, values, set, input } = useAnswer(asked)
  return (
    <div data-path={path}>
      <RowList
        label={asked.item.text}
        noun={texts.answer}
        error={input.error ?? undefined}
        most={MOST_VALUES}
        value={values}
        onChange={set}
        fresh={(): AnswerValue => ({ value: '' })}
      >
        {(value, _, change) => (
          <SingleField
            item={asked.item}
            value={value}
            onChange={change}
            input={{ ...FIRST_FIELD, onBlur: input.onBlur }}
          />
        )}
      </RowList>
    </div>
  )
}
