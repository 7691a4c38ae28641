import { Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Feature } from '#domain/orders/phenotype.ts'
import { MOST_FEATURES } from '#domain/orders/phenotype.ts'
import { LONGEST_PACKET, type PacketRole } from '#domain/phenotype/phenopacket/read.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import classes from '../fields.module.css'
import * as texts from './phenotype-texts.ts'

interface PhenopacketDialogProps {
  opened: boolean
  onClose: () => void
  /** The people of the order. */
  people: readonly { value: string; label: string }[]
  /** Whose findings those of a person in the file are by their role; null if that is not certain. */
  personOf: (role: PacketRole) => string | null
  /** The findings that the order has. */
  features: readonly Feature[]
  add: (features: Feature[]) => void
}

/** UTF-8 needs at most 3 bytes for a UTF-16 unit: what is longer is refused whatever follows. */
const MOST_BYTES = 3 * LONGEST_PACKET + 1

/** Reads a phenopacket file, shows what of it would be added to whom and what not, and adds it once confirmed. */
export function PhenopacketDialog(props: PhenopacketDialogProps) {
  const { opened, people, personOf, features } = props
  /** The user's own choice of a person, by place in the file; '' for not adding. */
  const [choices, choose] = useState<Record<number, string>>({})
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.slice(0, MOST_BYTES).text()
      return { ...(await api.phenotype.phenopackets({ body: { text } })), name: file.name }
    },
  })
  const read = preview.data
  const chosenFor = (index: number, role: PacketRole) => choices[index] ?? personOf(role) ?? ''
  const proposed: Feature[] = []
  const has = (list: readonly Feature[], { patient, termId }: Feature) =>
    list.some((one) => one.patient === patient && one.termId === termId)
  for (const [index, person] of (read?.people ?? []).entries()) {
    const patient = chosenFor(index, person.role)
    for (const finding of patient === '' ? [] : person.features) {
      const feature = { ...finding, patient, release: read?.release ?? '' }
      if (!has(features, feature) && !has(proposed, feature)) proposed.push(feature)
    }
  }
  const isTooMany = features.length + proposed.length > MOST_FEATURES
  return (
    <FormDialog
      opened={opened}
      title={texts.readPhenopacket}
      cancel={texts.cancelPacket}
      confirm={texts.addFindings(proposed.length)}
      ready={proposed.length > 0 && !isTooMany && !preview.isPending}
      dirty={read !== undefined}
      problem={preview.error}
      size="lg"
      onClose={props.onClose}
      onConfirm={() => {
        props.add(proposed)
        notifySuccess(texts.findingsAdded(proposed.length))
        props.onClose()
      }}
    >
      <Text size="sm">{texts.packetHint}</Text>
      <Group gap="sm">
        <FileButton
          accept=".json,application/json"
          onChange={(file) => {
            if (!file) return
            choose({})
            preview.mutate(file)
          }}
        >
          {(button) => (
            <Button {...button} variant="default" loading={preview.isPending} data-autofocus>
              {texts.choosePacket}
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status">
          {read && texts.packetRead(read.name)}
        </Text>
      </Group>
      {read?.people.map((person, index) => {
        const patient = chosenFor(index, person.role)
        const name = texts.packetPerson(person.role, person.id)
        if (person.features.length === 0) return null
        return (
          <div key={index}>
            <Select
              label={texts.addFindingsOf(name)}
              data={[{ value: '', label: texts.notAdded }, ...people]}
              value={patient}
              allowDeselect={false}
              onChange={(key) => choose({ ...choices, [index]: key ?? '' })}
            />
            <ul className={classes.rows} aria-label={texts.findingsOf(name)}>
              {person.features.map((finding, at) => {
                const isThere = has(features, { ...finding, patient, release: '' })
                return (
                  <li key={at} className={classes.row}>
                    <Text size="sm">
                      {texts.suggestionOf(finding.label || finding.termId, finding.status, '')}{' '}
                      <span className={classes.facts}>
                        {finding.termId}
                        {isThere && ` · ${texts.alreadyInOrder}`}
                      </span>
                    </Text>
                  </li>
                )
              })}
            </ul>
          </div>
        )
      })}
      {isTooMany && (
        <Text size="sm" role="alert">
          {texts.tooManyFindings(MOST_FEATURES)}
        </Text>
      )}
      {read && read.leftOut.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {texts.leftOut}
          </Text>
          <ul className={classes.rows} aria-label={texts.leftOut}>
            {read.leftOut.map(({ path, reason }, index) => (
              <li key={index} className={classes.row}>
                <Text size="sm">
                  {reason} <span className={classes.facts}>{path}</span>
                </Text>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}
