import { Radio } from '@mantine/core'
import { IconCheck, IconMinus, IconTilde, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { WaitingResultView } from '#contract/result-desk.ts'
import { showDate } from '#ui/dates.ts'
import classes from './result-desk.module.css'
import * as texts from './texts.ts'
import { MATCH_WORDS, type Match, matchOf } from './words.ts'

type Side = NonNullable<WaitingResultView['message']>
type Candidate = WaitingResultView['order'][number]

interface ComparisonProps {
  /** Null where the message names nobody. */
  message: Side | null
  people: readonly Candidate[]
  /** The person whose column is chosen. */
  chosen: string | null
  /** Null where there is nothing to choose. */
  onChoose: ((person: string) => void) | null
}

/** What the message says of its person, beside each person of the order, identifier by identifier. */
export function Comparison({ message, people, chosen, onChoose }: ComparisonProps) {
  const rows: [name: string, messageValue: ReactNode, of: (one: Candidate) => [ReactNode, Match]][] = [
    ['Name', nameOf(message), (one) => [nameOf(one), matchOf(one.differs.name)]],
    [
      texts.dateOfBirth,
      message?.dateOfBirth && showDate(message.dateOfBirth),
      (one) => [one.dateOfBirth && showDate(one.dateOfBirth), one.differs.dateOfBirth],
    ],
    [
      'MRN',
      message?.recordNumbers.join(', '),
      (one) => [one.recordNumbers.join(', '), one.differs.recordNumber],
    ],
    ['Sex', message?.sex, (one) => [one.sex, one.differs.sex]],
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className={classes.scroll} tabIndex={0}>
      <table className={classes.comparison} aria-label={texts.comparisonOfIdentifiers}>
        <thead>
          <tr>
            <td />
            <th scope="col">{texts.inTheMessage}</th>
            {people.map((one) => (
              <th key={one.person} scope="col" data-chosen={one.person === chosen || undefined}>
                {onChoose ? (
                  <Radio
                    name="person"
                    label={one.relationship}
                    checked={one.person === chosen}
                    onChange={() => onChoose(one.person)}
                  />
                ) : (
                  one.relationship
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, messageValue, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{messageValue || <span className={classes.absent}>{texts.notGiven}</span>}</td>
              {people.map((one) => {
                const [value, match] = of(one)
                return (
                  <td key={one.person} data-chosen={one.person === chosen || undefined}>
                    <div>{value || <span className={classes.absent}>{texts.notGiven}</span>}</div>
                    <MatchMark match={match} />
                  </td>
                )
              })}
            </tr>
          ))}
          {message?.fetus && (
            <tr>
              <th scope="row">{texts.fetus}</th>
              <td>{message.fetus}</td>
              {people.map((one) => (
                <td key={one.person} />
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

function nameOf(side: Side | Candidate | null): string {
  if (!side) return ''
  return side.formerNames.length > 0 ? texts.formerly(side.name, side.formerNames.join(', ')) : side.name
}

const ICONS = { same: IconCheck, partly: IconTilde, other: IconX, 'not-said': IconMinus } as const

function MatchMark({ match }: { match: Match }) {
  const Icon = ICONS[match]
  return (
    <div className={classes.match} data-match={match}>
      <Icon size={14} aria-hidden />
      {MATCH_WORDS[match]}
    </div>
  )
}
