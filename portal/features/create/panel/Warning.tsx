import { Button, Group, Input, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId, useRef, useState } from 'react'
import { withoutAttached } from '#domain/orders/attached-files.ts'
import type { OpenPoint } from '#domain/orders/points.ts'
import { fileOfWarning } from '#domain/orders/uploaded-files.ts'
import { useOrderForm } from '../draft/form-context.ts'
import { focusField } from '../focus-field.ts'
import { useRemoval } from '../sections/use-removal.ts'
import * as texts from './texts.ts'
import classes from './warning.module.css'

/** What may be done about a warning: go ahead with a reason, which is kept in the order, or take that back. */
export function WarningActions({ point }: { point: OpenPoint }) {
  const form = useOrderForm()
  const [isConfirming, ask] = useDisclosure(false)
  const opener = useRef<HTMLButtonElement>(null)
  const messageId = useId()
  const file = fileOfWarning(point.key)
  // What the buttons are about is said once more to those who do not see where they stand.
  const about = (
    <span id={messageId} hidden>
      {point.message}
    </span>
  )
  const back = () => {
    ask.close()
    setTimeout(() => opener.current?.focus())
  }
  if (point.reason !== '')
    return (
      <div className={classes.actions}>
        {about}
        <span>
          {texts.overrideReason} <q>{point.reason}</q>
        </span>{' '}
        <Button
          ref={opener}
          variant="subtle"
          size="compact-sm"
          aria-describedby={messageId}
          onClick={() => form.override(point.key, '')}
        >
          {texts.removeOverride}
        </Button>
      </div>
    )
  return (
    <div className={classes.actions}>
      {about}
      {isConfirming ? (
        <ReasonField
          describedBy={messageId}
          usual={point.usualReasons ?? []}
          onClose={back}
          onGive={(reason) => {
            form.override(point.key, reason)
            back()
          }}
        />
      ) : (
        <Group gap={6}>
          <Button
            ref={opener}
            variant="default"
            size="compact-sm"
            aria-describedby={messageId}
            onClick={ask.open}
          >
            {texts.override}
          </Button>
          {file !== null && <RemoveFile file={file} point={point} describedBy={messageId} />}
        </Group>
      )}
    </div>
  )
}

/** Removes the file that the warning is about, wherever the form shows it: some are in no field that is asked for now. */
function RemoveFile({ file, point, describedBy }: { file: number; point: OpenPoint; describedBy: string }) {
  const form = useOrderForm()
  const { remove, removing, problem } = useRemoval()
  const removed = () => {
    form.edit((document) => withoutAttached(document, file))
    focusField(point.path, point.section)
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={removing}
        aria-describedby={describedBy}
        onClick={() => void remove([file], removed)}
      >
        {texts.removeFile}
      </Button>
      {problem !== '' && <Input.Error role="alert">{problem}</Input.Error>}
    </>
  )
}

interface ReasonFieldProps {
  describedBy: string
  /** Offered with one press. */
  usual: readonly string[]
  onGive: (reason: string) => void
  onClose: () => void
}

function ReasonField({ describedBy, usual, onGive, onClose }: ReasonFieldProps): ReactNode {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const given = reason.trim()
  const give = () => (given === '' ? setTried(true) : onGive(given))
  return (
    <>
      <TextInput
        label={texts.reason}
        aria-describedby={describedBy}
        aria-required
        size="xs"
        maxLength={500}
        autoFocus
        // Escape closes this field, and not the drawer around it.
        data-mantine-stop-propagation
        error={tried && given === '' ? texts.reasonRequired : null}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            give()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
        }}
      />
      {usual.length > 0 && (
        <Group gap={6} mt={6}>
          {usual.map((one) => (
            <Button key={one} size="compact-xs" variant="light" onClick={() => onGive(one)}>
              {one}
            </Button>
          ))}
        </Group>
      )}
      <Group gap={6} mt={6}>
        <Button size="compact-sm" onClick={give}>
          {texts.override}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </>
  )
}
