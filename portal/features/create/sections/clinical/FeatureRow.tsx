import { ActionIcon, Button, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { typedAge } from '#domain/orders/onset.ts'
import {
  AGE_CLASSES,
  FEATURE_STATUSES,
  type Feature,
  type FeatureStatus,
  ONSET_KINDS,
  type Onset,
  SEVERITIES,
} from '#domain/orders/phenotype.ts'
import { featureDetails } from '#domain/orders/phenotype-in-words.ts'
import { isFetusKey } from '#domain/orders/subject.ts'
import { useField } from '../../draft/form-context.ts'
import { maxLengthAt } from '../../draft/max-length.ts'
import classes from '../fields.module.css'
import * as texts from './phenotype-texts.ts'

interface FeatureRowProps {
  feature: Feature
  index: number
  /** The term, and whose it is if the order has several people. */
  name: string
  /** The term for screen readers, always with its person. */
  fullName: string
  change: (feature: Feature) => void
  remove: () => void
}

/** One term: whether it is present, and on request its onset, severity and note. */
export function FeatureRow({ feature, index, name, fullName, change, remove }: FeatureRowProps) {
  const path = `/phenotype/${index}`
  const { input } = useField<string | undefined>(`${path}/onset/value`)
  const [opened, open] = useState(false)
  const isOpen = opened || input.error !== null
  const inWords = featureDetails(feature)
  return (
    <li className={classes.row} style={{ flexWrap: 'wrap' }}>
      <Text size="sm" style={{ flex: '1 1 160px', minWidth: 0 }}>
        {name}
        {!isOpen && inWords !== '' && <span className={classes.facts}> {inWords}</span>}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={texts.statusOf(fullName)}
        value={feature.status}
        data={FEATURE_STATUSES.map((status) => ({ value: status, label: texts.statusWords[status] }))}
        onChange={(status) => change({ ...feature, status: status as FeatureStatus })}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-label={texts.detailsOf(fullName)}
        onClick={() => open(!isOpen)}
      >
        {texts.details}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.removeFinding(fullName)} onClick={remove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <div className={classes.triple} style={{ flexBasis: '100%' }}>
          <OnsetFields feature={feature} path={path} change={change} />
          <Select
            label={texts.severity}
            data={SEVERITIES.map(({ id, label }) => ({ value: id, label }))}
            value={feature.severity ?? null}
            clearable
            onChange={(severity) => change(withMember(feature, 'severity', severity as Feature['severity']))}
          />
          <TextInput
            label={texts.note}
            value={feature.note ?? ''}
            maxLength={maxLengthAt(`${path}/note`) ?? 500}
            onChange={(event) => change(withMember(feature, 'note', event.currentTarget.value))}
          />
        </div>
      )}
    </li>
  )
}

/** The kind of onset, then its value. A fetus has no age. */
function OnsetFields({
  feature,
  path,
  change,
}: Pick<FeatureRowProps, 'feature' | 'change'> & { path: string }) {
  const { onset, patient } = feature
  const { input } = useField<string | undefined>(`${path}/onset/value`)
  const kinds = ONSET_KINDS.filter((kind) => kind !== 'age' || !isFetusKey(patient) || onset?.kind === 'age')
  const give = (value: string) => onset && change({ ...feature, onset: { ...onset, value } })
  return (
    <>
      <Select
        label={texts.onset}
        data={kinds.map((kind) => ({ value: kind, label: texts.onsetKinds[kind] }))}
        value={onset?.kind ?? null}
        clearable
        onChange={(kind) =>
          change(
            withMember(
              feature,
              'onset',
              kind === null ? undefined : { kind: kind as Onset['kind'], value: '' },
            ),
          )
        }
      />
      {onset?.kind === 'class' && (
        <Select
          {...input}
          label={texts.onsetValue.class}
          data={AGE_CLASSES.map(({ id, label }) => ({ value: id, label }))}
          value={onset.value === '' ? null : onset.value}
          onChange={(value) => give(value ?? '')}
        />
      )}
      {onset && onset.kind !== 'class' && (
        <TextInput
          {...input}
          label={texts.onsetValue[onset.kind]}
          placeholder={texts.onsetPlaceholder[onset.kind]}
          value={onset.value}
          maxLength={40}
          onChange={(event) => give(event.currentTarget.value)}
          onBlur={() => {
            if (onset.kind === 'age') give(typedAge(onset.value))
            input.onBlur()
          }}
        />
      )}
    </>
  )
}

/** The feature with a member, or without it if that is empty. */
function withMember<Name extends 'onset' | 'severity' | 'note'>(
  feature: Feature,
  name: Name,
  value: Feature[Name] | null | undefined,
): Feature {
  const { [name]: before, ...rest } = feature
  return (value ? { ...rest, [name]: value } : rest) as Feature
}
