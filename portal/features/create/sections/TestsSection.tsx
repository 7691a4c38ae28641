import type { OrderedTest } from '#domain/orders/document.ts'
import { numberRepeats } from '#ui/number-repeats.ts'
import { useFormState } from '../draft/form-context.ts'
import { FieldWarnings } from '../panel/FieldWarnings.tsx'
import { AddedByLink } from '../tests/AddedByLink.tsx'
import { ChosenTest } from '../tests/ChosenTest.tsx'
import { TestSearch } from '../tests/TestSearch.tsx'
import classes from './fields.module.css'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'

export function TestsSection() {
  const tests = useFormState((state) => state.document.tests)
  const addOns = useFormState((state) => state.document.addOnTests)
  // A draft of the API may have a test twice until it is submitted.
  const keysOf = (list: readonly OrderedTest[]) => numberRepeats(list.map(({ testCode }) => testCode))
  const [testKeys, addOnKeys] = [keysOf(tests), keysOf(addOns)]
  const isAnyChosen = tests.some((test) => test.testCode !== '')
  return (
    <SectionCard section="tests" sub={texts.testsHint}>
      <AddedByLink />
      {isAnyChosen && (
        <ul className={classes.rows} aria-label={texts.testsOfOrder}>
          {tests.map(
            (test, index) =>
              test.testCode !== '' && (
                <ChosenTest key={testKeys[index]} test={test} list="tests" index={index} />
              ),
          )}
          {addOns.map((test, index) => (
            <ChosenTest key={addOnKeys[index]} test={test} list="addOnTests" index={index} />
          ))}
        </ul>
      )}
      <TestSearch />
      {/* Those of a test stand at its row. */}
      <FieldWarnings
        at={({ section, path }) => section === 'tests' && !/^\/(tests|addOnTests)\/\d/.test(path)}
      />
    </SectionCard>
  )
}
