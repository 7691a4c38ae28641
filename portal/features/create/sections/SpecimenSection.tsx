import { Text } from '@mantine/core'
import { PROBAND } from '#domain/orders/document.ts'
import { allPatientKeys, useFormState, usePeople } from '../draft/form-context.ts'
import classes from './fields.module.css'
import { SectionCard } from './SectionCard.tsx'
import { AtLaboratory } from './specimens/AtLaboratory.tsx'
import { KitRequests } from './specimens/KitRequests.tsx'
import { SpecimensOf } from './specimens/SpecimensOf.tsx'
import * as texts from './texts.ts'

/** What is sent of each person, or what the laboratory has already; and the kits that the clinic wants. */
export function SpecimenSection() {
  const tests = useFormState((state) => state.tests)
  const people = usePeople(allPatientKeys)
  const addOn = useFormState((state) => state.document.addOn)
  const notes = [...new Set(tests.map((test) => test.specimenNote).filter((note) => note !== ''))]
  return (
    <SectionCard section="specimens" sub={addOn ? texts.specimenAlreadyThere : texts.specimensHint}>
      {notes.length > 0 && (
        <div className={classes.notes}>
          {notes.map((note) => (
            <Text key={note} size="sm" c="dimmed">
              {note}
            </Text>
          ))}
        </div>
      )}
      {people.map((key) =>
        addOn && key === PROBAND ? (
          <AtLaboratory key={key} addOn={addOn} />
        ) : (
          <SpecimensOf key={key} patientKey={key} alone={people.length === 1} />
        ),
      )}
      <KitRequests />
    </SectionCard>
  )
}
