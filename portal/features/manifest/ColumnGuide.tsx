import { Table } from '@mantine/core'
import { useMemo } from 'react'
import { date, yesNo } from '#domain/manifest/cells.ts'
import { BEYOND, type Column, GENES_PATH, REASON, REFERENCE } from '#domain/manifest/columns.ts'
import { createJudge, type Rules } from './judge.ts'
import classes from './manifest.module.css'
import * as texts from './texts.ts'

const SPECIAL: Record<string, string> = {
  [REFERENCE]: texts.referenceHint,
  [REASON]: texts.overrideHint,
}

function acceptedValuesOf({ heading, path, read, values, several }: Column): string {
  if (SPECIAL[heading]) return SPECIAL[heading]
  if (read === date) return texts.dateFormats
  if (path === GENES_PATH) return texts.geneFormat
  if (read === yesNo) return texts.yesOrNo
  if (values.length === 0) return 'Text'
  return several ? texts.severalOf(values.join(', ')) : texts.oneOf(values.join(', '))
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
      <summary>{texts.acceptedValuesByColumn}</summary>
      <div className={classes.guideScroll}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.column}</Table.Th>
              <Table.Th>{texts.acceptedValues}</Table.Th>
              <Table.Th>{texts.example}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {own.map((column) => (
              <Table.Tr key={column.heading}>
                <Table.Th scope="row" className={classes.guideName}>
                  {column.heading}
                  {required.has(column.heading) && <span className={classes.facts}> {texts.required}</span>}
                </Table.Th>
                <Table.Td>{acceptedValuesOf(column)}</Table.Td>
                <Table.Td>{column.example}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {own.length + 1 < columns.length && <p className={classes.facts}>{texts.relativesHint}</p>}
    </details>
  )
}
