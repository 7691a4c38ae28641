import classes from '#portal/order/card-table.module.css'
import type { consentsOf } from '#portal/order/words.ts'
import * as texts from './texts.ts'

interface FamilyConsentsProps {
  people: readonly { name: string; answers: ReturnType<typeof consentsOf> }[]
}

/** The answers of several people: each question once, with its text, and a column for everybody. */
export function FamilyConsents({ people }: FamilyConsentsProps) {
  const questions = new Map(people.flatMap(({ answers }) => answers).map((one) => [one.id, one]))
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
        {[...questions.values()].map(({ id, title, text }) => (
          <tr key={id}>
            <td>
              {title}
              {text && <div className={classes.second}>{text}</div>}
            </td>
            {people.map(({ name, answers }) => (
              <td key={name} data-name={name} className={classes.name}>
                {inWords(answers.find((one) => one.id === id)?.answer)}
              </td>
            ))}
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
