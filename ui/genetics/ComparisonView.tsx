import { classesInWords } from '#domain/results/compare/classes.ts'
import type { ResultComparison, VariantChange } from '#domain/results/compare/compare-results.ts'
import type { DetailChange } from '#domain/results/compare/details.ts'
import { counted } from '../counted.ts'
import { DetailList } from '../DetailList.tsx'
import classes from './comparison.module.css'
import * as texts from './comparison-texts.ts'
import genetics from './genetics.module.css'

/** What changed between two results: the overall answer, then each variant, then the rest. */
export function ComparisonView({ comparison }: { comparison: ResultComparison }) {
  const { overall, variants, unchanged, details } = comparison
  const isSame = !overall && variants.length === 0 && details.length === 0
  return (
    <>
      {isSame && <p className={genetics.line}>{texts.nothingChanged}</p>}
      {(overall || variants.length > 0) && (
        <ul className={classes.changes}>
          {overall && (
            <li>
              <span className={classes.name}>{texts.overallAnswer}</span>
              <span>
                <Change before={overall.before || texts.notGiven} after={overall.after || texts.notGiven} />
              </span>
            </li>
          )}
          {variants.map((variant, index) => (
            <Variant key={index} variant={variant} />
          ))}
        </ul>
      )}
      {unchanged > 0 && <p className={genetics.hint}>{texts.unchanged(counted(unchanged, 'variant'))}</p>}
      {details.length > 0 && (
        <details className={genetics.more}>
          <summary>{texts.restOfResult}</summary>
          <Details details={details} labels={texts.RESULT_DETAILS} />
        </details>
      )}
    </>
  )
}

function Variant({ variant }: { variant: VariantChange }) {
  const { name, kind, crossing, details } = variant
  const [before, after] = [classesInWords(variant.before), classesInWords(variant.after)]
  return (
    <li>
      <span className={classes.name}>{name}</span>
      {kind === 'class' && (
        <span>
          <Change before={before || texts.notClassified} after={after || texts.notClassified} />
        </span>
      )}
      {kind === 'added' && <span>{texts.listed(after)}</span>}
      {kind === 'removed' && <span>{texts.noLongerListed(before)}</span>}
      {crossing !== 'none' && <span className={classes.crossing}>{texts.CROSSINGS[crossing]}</span>}
      {kind === 'details' && <Details details={details} labels={texts.VARIANT_DETAILS} />}
      {kind !== 'details' && details.length > 0 && (
        <details className={genetics.more}>
          <summary>{texts.otherDetails(name)}</summary>
          <Details details={details} labels={texts.VARIANT_DETAILS} />
        </details>
      )}
    </li>
  )
}

/** `From uncertain significance to likely pathogenic`, in words that are read aloud alike. */
function Change({ before, after }: { before: string; after: string }) {
  return (
    <>
      {texts.from} {before} {texts.to} <strong>{after}</strong>
    </>
  )
}

interface DetailsProps<Detail extends string> {
  details: readonly DetailChange<Detail>[]
  labels: Readonly<Record<Detail, string>>
}

function Details<Detail extends string>({ details, labels }: DetailsProps<Detail>) {
  const inWords = (words: readonly string[]) => words.join('; ') || texts.notGiven
  return (
    <DetailList
      wide
      details={details.map(({ detail, before, after }) => [
        labels[detail],
        <Change key={detail} before={inWords(before)} after={inWords(after)} />,
      ])}
    />
  )
}
