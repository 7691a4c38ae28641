import type { Carrying, VariantAcrossPeople } from '#domain/results/compare/across-people.ts'
import values from '#ui/report-content.module.css'
import classes from './family.module.css'
import * as texts from './texts.ts'

interface VariantsTableProps {
  people: readonly { key: string; name: string }[]
  variants: readonly VariantAcrossPeople[]
}

/** Variants by person; where there is little room, a block for each variant with a line for each person. */
export function VariantsTable({ people, variants }: VariantsTableProps) {
  return (
    <div className={classes.room}>
      <table className={`${values.values} ${classes.table}`} aria-label={texts.inTheFamily}>
        <thead>
          <tr>
            <th scope="col">{texts.variant}</th>
            {people.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {/* Numbered: two variants may have one name, such as the same star allele twice. */}
          {variants.map(({ name: variant, people: known }, index) => (
            <tr key={index}>
              <th scope="row">{variant}</th>
              {people.map(({ key, name }) => (
                <td key={key}>
                  <span className={classes.who} aria-hidden>
                    {name}:{' '}
                  </span>
                  <Cell carrying={known[key] ?? { kind: 'no-data' }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.hint}>{texts.hint}</p>
    </div>
  )
}

const WORDS = {
  ...{ 'not-found': texts.notFound, 'not-reported': texts.notReported, 'no-data': texts.noData },
}

function Cell({ carrying }: { carrying: Carrying }) {
  if (carrying.kind === 'unclear') return carrying.call
  if (carrying.kind !== 'found')
    return (
      <span className={carrying.kind === 'not-found' ? undefined : classes.unknown}>
        {WORDS[carrying.kind]}
      </span>
    )
  const { state, classes: given } = carrying
  return (
    <>
      <strong>{texts.found}</strong>
      {[state, ...given].filter(Boolean).map((one) => `, ${one}`)}
    </>
  )
}
