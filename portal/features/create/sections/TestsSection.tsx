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
  const isAnyChosen = tests.some((test) => test.testCode !== '')
  return (
    <SectionCard section="tests" sub={texts.testsHint}>
      <AddedByLink />
      {isAnyChosen && (
        <ul className={classes.rows} aria-label={texts.testsOfOrder}>
          {tests.map(
            (test, index) =>
              test.testCode !== '' && (
                <ChosenTest key={test.testCode} test={test} list="tests" index={index} />
              ),
          )}
          {addOns.map((test, index) => (
            <ChosenTest key={test.testCode} test={test} list="addOnTests" index={index} />
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
