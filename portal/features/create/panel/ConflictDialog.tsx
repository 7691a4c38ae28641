import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import type { SaveStatus } from '../draft/autosave.ts'
import { useFormState, useOrderForm, useSaveStatus } from '../draft/form-context.ts'
import { overlapName, sideInWords } from './overlap-words.ts'
import * as texts from './texts.ts'

/** Two people changed the same field: whose is kept, field by field. */
export function ConflictDialog() {
  const status = useSaveStatus()
  return status.kind === 'conflict' ? <Decision status={status} /> : null
}

function Decision({ status }: { status: Extract<SaveStatus, { kind: 'conflict' }> }) {
  const { autosave } = useOrderForm()
  const { remote, overlaps } = status
  const [choices, setChoices] = useState<Record<string, string>>({})
  const decide = (taken: readonly string[]) => void autosave.resolve(taken)
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.alsoChangedBy(remote.updatedBy)}
      size="lg"
    >
      <Text size="sm">
        {texts.overlap(remote.updatedBy, showInstant(remote.updatedAt), counted(overlaps.length, 'field'))}
      </Text>
      <Stack mt="md" gap="md">
        {overlaps.map(({ path, local, remote: other }) => (
          <Choice
            key={path}
            path={path}
            local={sideInWords(local)}
            remote={sideInWords(other)}
            who={remote.updatedBy}
            value={choices[path] ?? null}
            onChange={(value) => setChoices({ ...choices, [path]: value })}
          />
        ))}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => decide(overlaps.map((one) => one.path))}>
          {texts.chooseRemote}
        </Button>
        <Button variant="default" onClick={() => decide([])}>
          {texts.chooseLocal}
        </Button>
        <Button
          disabled={overlaps.some((one) => choices[one.path] === undefined)}
          onClick={() => decide(overlaps.map((one) => one.path).filter((path) => choices[path] === 'remote'))}
        >
          {texts.saveChoices}
        </Button>
      </Group>
    </Modal>
  )
}

interface ChoiceProps {
  path: string
  local: string
  remote: string
  who: string
  value: string | null
  onChange: (value: string) => void
}

function Choice({ path, local, remote, who, value, onChange }: ChoiceProps) {
  const label = useFormState((state) => overlapName(path, state))
  return (
    <Radio.Group label={label} value={value} onChange={onChange}>
      <Stack gap={6} mt={6}>
        <Radio value="local" label={texts.yourVersion(local)} />
        <Radio value="remote" label={`${who}: ${remote}`} />
      </Stack>
    </Radio.Group>
  )
}
