import { Box, Button, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { PROBAND } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { type Feature, featureKey, termsAsked } from '#domain/orders/phenotype.ts'
import { releasesInWords } from '#domain/orders/phenotype-in-words.ts'
import { patientOfPacket } from '#domain/orders/proposed-features.ts'
import { keysInOrder, subjectsOf } from '#domain/orders/subject.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { LateDialog } from '#ui/LateDialog.tsx'
import { numberRepeats } from '#ui/number-repeats.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { focusField } from '../../focus-field.ts'
import classes from '../fields.module.css'
import { FeatureRow } from './FeatureRow.tsx'
import { NoteSuggestions } from './NoteSuggestions.tsx'
import * as texts from './phenotype-texts.ts'

/** Loaded when somebody reads a file: few do. */
const PhenopacketDialog = lazy(async () => ({
  default: (await import('./PhenopacketDialog.tsx')).PhenopacketDialog,
}))

const LIST = '/phenotype'

/** The most terms that a chosen test is read best with, and that test. */
function useAsked() {
  return JSON.parse(useFormState(({ tests }) => JSON.stringify(termsAsked(tests)))) as ReturnType<
    typeof termsAsked
  >
}

/** What was found in each person, by terms of the HPO: Enter takes a term as present, one press makes it absent. */
export function Phenotype() {
  const { value, set, input } = useField<Feature[] | undefined>(LIST)
  const features = value ?? []
  const form = useOrderForm()
  const people = useFormState(({ document }) =>
    JSON.stringify(keysInOrder(document).map((key) => ({ value: key, label: personName(document, key) }))),
  )
  const tested = useFormState(({ document }) => subjectsOf(document)[0] ?? PROBAND)
  const [chosen, choose] = useState<string | null>(null)
  const choices = JSON.parse(people) as { value: string; label: string }[]
  const patient = choices.some((one) => one.value === chosen) && chosen ? chosen : tested
  const labelOf = (key: string) => choices.find(({ value }) => value === key)?.label ?? key
  const asked = useAsked()
  const [isReading, packet] = useDisclosure(false)
  const present = features.filter((one) => one.status === 'present' && one.patient === patient).length
  const isFew = asked.few > 0 && present < asked.few
  const write = (list: Feature[]) => set(list.length > 0 ? list : undefined)
  const search = async (keywords: string) => {
    const { release, terms } = await api.phenotype.terms({ query: { keywords, top: 20 } })
    return terms.filter(({ isFinding }) => isFinding).map((term) => ({ ...term, release }))
  }
  // An upload may name a term twice.
  const rowKeys = numberRepeats(features.map(featureKey))
  return (
    <Box mt="md">
      {choices.length > 1 && (
        <Select
          label={texts.whose}
          data={choices}
          value={patient}
          allowDeselect={false}
          onChange={(key) => choose(key)}
        />
      )}
      <SearchPicker
        {...input}
        path={LIST}
        onPending={(words) => form.setPending(LIST, words)}
        label={texts.phenotype}
        description={texts.phenotypeHint}
        placeholder={texts.phenotypePlaceholder}
        queryKey={['phenotype', 'terms']}
        search={search}
        from={2}
        choiceOf={({ id, label, matched, release }) => ({
          key: id,
          names: [id, label],
          content: (
            <>
              <span className={classes.name}>{label}</span>{' '}
              {matched === '' ? id : texts.alsoCalled(id, matched)}
            </>
          ),
          disabled: features.some((one) => one.patient === patient && one.termId === id),
          pick: () => write([...features, { patient, termId: id, label, release, status: 'present' }]),
        })}
      />
      {isFew && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.fewTerms(asked.testName, asked.few, present)}
        </Text>
      )}
      <Button variant="subtle" size="compact-sm" mt={4} ml={-8} onClick={packet.open}>
        {texts.readPhenopacket}
      </Button>
      {isReading && (
        <LateDialog onLeave={packet.close}>
          <PhenopacketDialog
            opened={isReading}
            onClose={packet.close}
            people={choices}
            personOf={(role) => patientOfPacket(form.state().document, role, patient)}
            features={features}
            add={(added) => write([...features, ...added])}
          />
        </LateDialog>
      )}
      <NoteSuggestions
        chosen={patient}
        nameOf={(key) => (choices.length > 1 ? labelOf(key) : '')}
        add={(feature) => write([...features, feature])}
      />
      {features.length > 0 && (
        <>
          <ul className={classes.rows} aria-label={texts.phenotypeOfOrder}>
            {features.map((feature, index) => {
              const term = feature.label || feature.termId
              const fullName = `${term} (${labelOf(feature.patient)})`
              return (
                <FeatureRow
                  key={rowKeys[index]}
                  {...{ feature, index, fullName }}
                  name={choices.length > 1 ? fullName : term}
                  change={(changed) => write(features.map((one, at) => (at === index ? changed : one)))}
                  remove={() => {
                    write(features.filter((_, at) => at !== index))
                    setTimeout(() => focusField(LIST))
                  }}
                />
              )
            })}
          </ul>
          <Text size="xs" c="dimmed">
            {texts.terms(releasesInWords(features))}
          </Text>
        </>
      )}
    </Box>
  )
}
