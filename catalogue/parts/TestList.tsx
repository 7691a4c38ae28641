import type { CatalogueTest } from '#contract/catalogue-site.ts'
import { COMPARED_AT_MOST } from '#domain/catalogue/compare.ts'
import { COMPARE, testPath } from '#domain/catalogue/paths.ts'
import { testTimeInWords } from '#domain/turnaround/words.ts'
import { codeOf, genesOf, price } from '../words.ts'
import { AddToCart } from './AddToCart.tsx'
import buttons from './buttons.module.css'
import classes from './test-list.module.css'

interface TestListProps {
  tests: readonly CatalogueTest[]
  /** What each was found by, where that is worth saying. */
  foundBy?: ReadonlyMap<string, string>
}

/** Tests one below the other; those that are ticked can be compared. */
export function TestList({ tests, foundBy }: TestListProps) {
  return (
    <form action={COMPARE} method="get" className={classes.form} data-compare={COMPARED_AT_MOST}>
      <ul className={classes.list}>
        {tests.map((test) => (
          <li key={test.code} className={classes.row}>
            <label className={classes.tick}>
              <input type="checkbox" name="test" value={test.code} aria-label={`Compare ${test.testName}`} />
            </label>
            <div className={classes.what}>
              <h2 className={classes.name}>
                <a href={testPath(test.code)}>{test.testName}</a>
              </h2>
              <p className={classes.description}>{test.description}</p>
              <p className={classes.facts}>
                <span className={classes.code}>{codeOf(test)}</span>
                {genesOf(test) && <span>{genesOf(test)}</span>}
                <span>{testTimeInWords(test)}</span>
                {test.offeredFor && <span>{test.offeredFor}</span>}
                {foundBy?.get(test.code) && <strong>{foundBy.get(test.code)}</strong>}
              </p>
            </div>
            <p className={classes.price}>{price(test)}</p>
            <AddToCart test={test} />
          </li>
        ))}
      </ul>
      <div className={classes.compare}>
        <p data-chosen="">Compare up to {COMPARED_AT_MOST} tests side by side.</p>
        <button type="submit" className={buttons.button}>
          Compare
        </button>
      </div>
    </form>
  )
}
