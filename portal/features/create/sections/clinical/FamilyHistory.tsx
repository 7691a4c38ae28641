import { useState } from 'react'
import { FAMILY_TABS, type FamilyRelationshipType, YES_NO } from '#domain/lookups.ts'
import type { FamilyDiagnosis, FamilyHistory as History } from '#domain/orders/clinical-history.ts'
import { labelOf } from '#portal/order/labels.ts'
import { FIRST_FIELD, RowList } from '#ui/fields/RowList.tsx'
import { TabBar } from '#ui/TabBar.tsx'
import { useField } from '../../draft/form-context.ts'
import { Fold } from '../../fields/Fold.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import { filterRows } from '../filter-rows.ts'
import * as texts from '../texts.ts'
import { useClinicalPart } from './use-clinical-part.ts'

const AT = '/familyHistory'
const RUNS_IN_FAMILY = `${AT}/familyHistoryOfDiseaseBeingTested`
const LIST = `${AT}/diagnoses`
const MOST = 40

type Tab = (typeof FAMILY_TABS)[number]['type']

/** Who stands under the tab of the family's other members (specification §3, relationship types). */
const OTHERS = [
  { value: 'FamilyMember', label: texts.familyMember },
  { value: 'EggDonor', label: texts.eggDonor },
  { value: 'Other', label: texts.other },
] as const satisfies { value: FamilyRelationshipType; label: string }[]

const tabOf = (type: FamilyRelationshipType): Tab =>
  type === 'Maternal' || type === 'Paternal' ? type : 'FamilyMember'

/** What was diagnosed in the family, by side (specification §3, Family history). */
export function FamilyHistory() {
  const { value: history, set } = useField<History>(AT)
  const part = useClinicalPart('familyHistory')
  const [tab, setTab] = useState<Tab>('Maternal')
  const { diagnoses } = history
  const put = (next: FamilyDiagnosis[]) => set({ ...history, diagnoses: next })
  return (
    <Fold title={labelOf(AT)} paths={[AT]} filled={inWords(history)} {...part}>
      <FieldGrid>
        <SelectField path={RUNS_IN_FAMILY} optional={!part.required} data={[...YES_NO]} />
      </FieldGrid>
      {(history.familyHistoryOfDiseaseBeingTested !== 'No' || diagnoses.length > 0) && (
        <div className={classes.more}>
          <TabBar
            label={texts.sideOfFamily}
            value={tab}
            onChange={setTab}
            tabs={FAMILY_TABS.map(({ title, type }) => {
              const count = diagnoses.filter((one) => tabOf(one.relationshipType) === type).length
              return {
                key: type,
                title,
                badge: count === 0 ? null : `(${count})`,
                content: <DiagnosesOf type={type} title={title} diagnoses={diagnoses} put={put} />,
              }
            })}
          />
        </div>
      )}
    </Fold>
  )
}

interface DiagnosesOfProps {
  type: Tab
  title: string
  diagnoses: FamilyDiagnosis[]
  put: (next: FamilyDiagnosis[]) => void
}

function DiagnosesOf({ type, title, diagnoses, put }: DiagnosesOfProps) {
  const ownDiagnoses = filterRows(diagnoses, ({ relationshipType }) => tabOf(relationshipType) === type)
  return (
    <RowList
      label={texts.diagnosesOf(title)}
      labelHidden
      noun="diagnosis"
      most={MOST - (diagnoses.length - ownDiagnoses.rows.length)}
      value={ownDiagnoses.rows}
      onChange={(rows) => put(ownDiagnoses.put(rows))}
      fresh={() =>
        ownDiagnoses.fresh({ relationshipType: type, relative: '', diagnosis: '', ageAtDiagnosis: '' })
      }
    >
      {({ index }) => (
        <FieldGrid>
          <TextField {...FIRST_FIELD} path={`${LIST}/${index}/relative`} placeholder={EXAMPLES[type]} />
          <TextField path={`${LIST}/${index}/diagnosis`} />
          <TextField path={`${LIST}/${index}/ageAtDiagnosis`} optional />
          {type === 'FamilyMember' && (
            <SelectField
              path={`${LIST}/${index}/relationshipType`}
              words={texts.relativeType}
              data={[...OTHERS]}
            />
          )}
        </FieldGrid>
      )}
    </RowList>
  )
}

const EXAMPLES: Record<Tab, string> = {
  Maternal: texts.maternalExamples,
  Paternal: texts.paternalExamples,
  FamilyMember: texts.familyMemberExamples,
}

function inWords({ diagnoses, familyHistoryOfDiseaseBeingTested: runsInFamily }: History): string | null {
  if (diagnoses.length > 0)
    return diagnoses.length === 1 ? texts.oneDiagnosis : texts.diagnoses(diagnoses.length)
  if (runsInFamily === '') return null
  return runsInFamily === 'Yes' ? texts.positiveHistory : texts.negativeHistory
}
