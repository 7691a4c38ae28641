import { withdrawnInWords } from '#domain/consent/in-words.ts'
import classes from '#portal/order/card-table.module.css'
import { type VisibleItem, versionNote } from './consent-items.ts'
import * as texts from './texts.ts'

interface FamilyConsentsProps {
  people: readonly { name: string; items: readonly VisibleItem[] }[]
}

/** The answers of several people: each question once, with its text, and a column for everybody. */
export function FamilyConsents({ people }: FamilyConsentsProps) {
  // People who were asked in different words have a row for each wording.
  const keyOf = ({ id, version, language }: VisibleItem) => [id, version, language].join(' ')
  const questions = new Map(people.flatMap(({ items }) => items).map((one) => [keyOf(one), one]))
  return (
    <table className={classes.table} data-answers>
      <thead>
        <tr>
          <th scope="col">{texts.question}</th>
          {people.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...questions].map(([key, question]) => (
          <tr key={key}>
            <td>
              {question.title}
              {[question.text ?? '', versionNote(question)].filter(Boolean).map((line) => (
                <div key={line} className={classes.second}>
                  {line}
                </div>
              ))}
            </td>
            {people.map(({ name, items }) => {
              const item = items.find((one) => keyOf(one) === key)
              return (
                <td key={name} data-name={name} className={classes.name}>
                  {inWords(item?.answer)}
                  {item?.withdrawn && <div className={classes.second}>{withdrawnInWords(item)}</div>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Undefined: the person was not asked. */
function inWords(answer: boolean | null | undefined): string {
  if (answer === undefined) return '–'
  return answer === null ? texts.notAnswered : answer ? 'YES' : 'NO'
}
