import { Stack } from '@mantine/core'
import type { FamilyTestingRequest, TargetSequencingData } from '#domain/orders/clinical-history.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { labelOf } from '#portal/order/labels.ts'
import { useField, useFormState } from '../../draft/form-context.ts'
import { CheckField } from '../../fields/CheckField.tsx'
import { DateField } from '../../fields/DateField.tsx'
import { Fold } from '../../fields/Fold.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import { useClinicalPart } from './use-clinical-part.ts'

const AT = '/familyTestingRequest'
const DATA = `${AT}/targetSequencingData`

/** What is to be tested because of what is known in the family (specification §3, Family testing request). */
export function FamilyTesting() {
  const { value: request } = useField<FamilyTestingRequest>(AT)
  const part = useClinicalPart('familyTesting')
  const filled = inWords(request)
  // A test that looks at known variants asks for them in fields of their own; text of an older order stays shown.
  const isReplaced = useFormState(({ tests }) => tests.some(({ knownVariant }) => knownVariant !== undefined))
  if (isReplaced && filled === null) return null
  return (
    <Fold title={labelOf(AT)} paths={[AT]} filled={filled} {...part}>
      <Stack gap="xs" data-path={AT}>
        <CheckField path={`${AT}/targetSequencing`} />
        <CheckField path={`${AT}/fullGeneSequencing`} />
        <CheckField path={`${AT}/deletionDuplicationAnalysis`} />
      </Stack>
      {request.targetSequencing && <KnownVariant />}
    </Fold>
  )
}

function KnownVariant() {
  const tests = useFormState((state) => state.document.tests)
  const { value: data } = useField<TargetSequencingData>(DATA)
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{labelOf(DATA)}</legend>
      <FieldGrid>
        <SelectField
          path={`${DATA}/testCode`}
          words={texts.test}
          optional
          data={choicesOf(tests, data.testCode)}
          nothingFoundMessage={texts.chooseTestFirst}
        />
        <TextField path={`${DATA}/gene`} format={(gene) => gene.toUpperCase()} />
        <TextField path={`${DATA}/variant`} optional placeholder="c.68_69del" />
        <TextField path={`${DATA}/probandFirstName`} />
        <TextField path={`${DATA}/probandLastName`} />
        <TextField path={`${DATA}/relationshipToProband`} />
        <DateField path={`${DATA}/dateOfBirth`} words={texts.relativeDateOfBirth} optional />
        <TextField path={`${DATA}/testingLocation/name`} words={texts.relativeTestedAt} optional />
        <TextField path={`${DATA}/labNumber`} words={texts.relativeLabNumber} optional />
        <TextField path={`${DATA}/familyNumber`} optional />
      </FieldGrid>
    </fieldset>
  )
}

/** The order's tests; one that was taken away again stays shown, so that nothing typed is lost unseen. */
function choicesOf(tests: readonly OrderedTest[], selected: string) {
  const choices = tests
    .filter((test) => test.testCode !== '')
    .map((test) => ({ value: test.testCode, label: test.testName || test.testCode }))
  return selected === '' || choices.some(({ value }) => value === selected)
    ? choices
    : [...choices, { value: selected, label: selected }]
}

function inWords(request: FamilyTestingRequest): string | null {
  const { targetSequencingData: data } = request
  const known = [data.gene, data.variant].filter((part) => part !== '').join(' ')
  if (request.targetSequencing) return known === '' ? texts.knownVariant : known
  return request.fullGeneSequencing || request.deletionDuplicationAnalysis ? texts.completed : null
}
