import { ActionIcon, Box, SegmentedControl, Select, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { PROBAND } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { FEATURE_STATUSES, type Feature, type FeatureStatus } from '#domain/orders/phenotype.ts'
import { releasesInWords } from '#domain/orders/phenotype-in-words.ts'
import { keysInOrder, subjectsOf } from '#domain/orders/subject.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { focusField } from '../../focus-field.ts'
import classes from '../fields.module.css'
import * as texts from './phenotype-texts.ts'

const LIST = '/phenotype'

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
  const write = (list: Feature[]) => set(list.length > 0 ? list : undefined)
  const search = async (keywords: string) => {
    const { release, terms } = await api.phenotype.terms({ query: { keywords, top: 20 } })
    return terms.filter(({ isFinding }) => isFinding).map((term) => ({ ...term, release }))
  }
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
      {features.length > 0 && (
        <>
          <ul className={classes.rows} aria-label={texts.phenotypeOfOrder}>
            {features.map((feature, index) => {
              const name = `${feature.label || feature.termId} (${
                choices.find((one) => one.value === feature.patient)?.label ?? feature.patient
              })`
              return (
                <li key={index} className={classes.row}>
                  <Text size="sm" style={{ flex: 1 }}>
                    {choices.length > 1 ? name : feature.label || feature.termId}
                  </Text>
                  <SegmentedControl
                    size="xs"
                    aria-label={texts.statusOf(name)}
                    value={feature.status}
                    data={FEATURE_STATUSES.map((status) => ({
                      value: status,
                      label: texts.statusWords[status],
                    }))}
                    onChange={(status) =>
                      write(
                        features.map((one, at) =>
                          at === index ? { ...one, status: status as FeatureStatus } : one,
                        ),
                      )
                    }
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={texts.removeFinding(name)}
                    onClick={() => {
                      write(features.filter((_, at) => at !== index))
                      setTimeout(() => focusField(LIST))
                    }}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </li>
              )
            })}
          </ul>
          <Text size="xs" c="dimmed">
            {releasesInWords(features)}
          </Text>
        </>
      )}
    </Box>
  )
}
