import { NORMAL_ABNORMAL, PERFORMING_LABS, YES_NO } from '#domain/lookups.ts'
import { deniesPriorTests, type PriorTesting } from '#domain/orders/clinical-history.ts'
import { labelOf } from '#portal/order/labels.ts'
import { useField } from '../../draft/form-context.ts'
import { Fold } from '../../fields/Fold.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextAreaField } from '../../fields/TextAreaField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import * as texts from '../texts.ts'
import { useClinicalPart } from './use-clinical-part.ts'

const AT = '/priorTesting'
const RESULTS = [
  'aneuploidyFish',
  'chromosomalMicroarrayAnalysis',
  'chromosomsAndKaryotype',
  'maternalSerumScreening',
  'nonInvasivePrenatalScreening',
] as const satisfies (keyof PriorTesting)[]

/** Earlier tests of the patient and what was abnormal (specification §3, Prior test / abnormal result details). */
export function PriorTests() {
  const { value: prior } = useField<PriorTesting>(AT)
  const { required, ...part } = useClinicalPart('priorTesting')
  const tested = !deniesPriorTests(prior)
  return (
    <Fold title={labelOf(AT)} paths={[AT]} filled={inWords(prior)} required={required} {...part}>
      <FieldGrid>
        <SelectField path={`${AT}/performed`} optional={!required} data={[...YES_NO]} />
        {tested && (
          <>
            <SelectField path={`${AT}/performingLab`} optional data={[...PERFORMING_LABS]} />
            {prior.performingLab === 'Another laboratory' && (
              <TextField path={`${AT}/laboratoryName`} optional />
            )}
            {RESULTS.map((name) => (
              <SelectField key={name} path={`${AT}/${name}`} optional data={[...NORMAL_ABNORMAL]} />
            ))}
            <TextField path={`${AT}/other`} optional />
          </>
        )}
      </FieldGrid>
      {tested && <TextAreaField path={`${AT}/detailForAbnormalResult`} optional mt="md" />}
    </Fold>
  )
}

function inWords(prior: PriorTesting): string | null {
  if (deniesPriorTests(prior)) return texts.noPriorTesting
  const abnormal = RESULTS.filter((name) => prior[name] === 'Abnormal').length
  if (abnormal > 0) return abnormal === 1 ? texts.oneAbnormalResult : texts.abnormalResults(abnormal)
  return Object.values(prior).some((value) => value !== '') ? texts.completed : null
}
