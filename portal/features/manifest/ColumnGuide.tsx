import { Table } from '@mantine/core'
import { useMemo } from 'react'
import { date, genes, yesNo } from '#domain/manifest/cells.ts'
import { BEYOND, type Column, REASON, REFERENCE } from '#domain/manifest/columns.ts'
import { createJudge, type Rules } from './judge.ts'
import classes from './manifest.module.css'

const SPECIAL: Record<string, string> = {
  [REFERENCE]:
    'Your own name of the row. With it, a row that is uploaded again is known, whatever else was changed.',
  [REASON]: 'Why the order goes ahead in spite of a warning.',
}

function acceptedValuesOf({ heading, read, values, several }: Column): string {
  if (SPECIAL[heading]) return SPECIAL[heading]
  if (read === date) return 'A date: 2019-03-14, 3/14/2019 or 14 Mar 2019'
  if (read === genes) return 'Gene symbols, with commas or spaces between'
  if (read === yesNo) return 'Yes or No'
  if (values.length === 0) return 'Text'
  return several ? `One or more, with ; between: ${values.join(', ')}` : `One of: ${values.join(', ')}`
}

/** What each column of the template takes. Those of relatives take what the patient's do, and are not told again. */
export function ColumnGuide({ rules }: { rules: Rules }) {
  const { columns, required } = useMemo(() => {
    const { columns: all, judge } = createJudge(rules)
    // What an empty row lacks is what every row needs.
    const missing = judge({}).errors.filter((error) => error.rule === 'required')
    return { columns: all, required: new Set(missing.map((error) => error.column)) }
  }, [rules.test])
  const own = columns.filter(({ heading }) => !heading.startsWith('Relative ') && heading !== BEYOND)
  return (
    <details className={classes.guide}>
      <summary>What each column takes</summary>
      <div className={classes.guideScroll}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>What it takes</Table.Th>
              <Table.Th>Example</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {own.map((column) => (
              <Table.Tr key={column.heading}>
                <Table.Th scope="row" className={classes.guideName}>
                  {column.heading}
                  {required.has(column.heading) && <span className={classes.facts}> required</span>}
                </Table.Th>
                <Table.Td>{acceptedValuesOf(column)}</Table.Td>
                <Table.Td>{column.example}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {own.length + 1 < columns.length && (
        <p className={classes.facts}>
          The columns “Relative 1: …” and “Relative 2: …” take the same of relatives, with their relationship
          to the patient. Leave them empty where there is none.
        </p>
      )}
    </details>
  )
}
