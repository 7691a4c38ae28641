import { Button } from '@mantine/core'
import type { Appointment } from '#contract/counseling.ts'
import { canDo } from '#domain/counseling/states.ts'
import list from '#portal/list/list.module.css'
import { showAgo, showInstant } from '#ui/dates.ts'
import { AppointmentTag } from './AppointmentTag.tsx'
import classes from './counseling.module.css'
import * as texts from './texts.ts'
import { outcomeWords, patientWords } from './words.ts'

export interface RequestRowsProps {
  /** Undefined while the first page is loading: its shape is shown. */
  rows: readonly Appointment[] | undefined
  onOpen: (request: Appointment) => void
  onAgain: (request: Appointment) => void
  /** The request that is being sent again; null: none. One at a time, so that no click counts twice. */
  sending: number | null
}

export function PatientCell({ row }: { row: Appointment }) {
  const { content } = row
  return (
    <>
      <div className={content ? classes.patient : list.none}>{patientWords(row)}</div>
      {content && (
        <div className={list.second}>
          {content.phoneNumber}
          {content.preferredLanguage !== 'English' && ` · ${content.preferredLanguage}`}
        </div>
      )}
    </>
  )
}

export function ReceivedCell({ row }: { row: Appointment }) {
  return (
    <>
      <div>{showAgo(row.receivedAt)}</div>
      <div className={list.second}>
        <time dateTime={row.receivedAt}>{showInstant(row.receivedAt)}</time>
      </div>
    </>
  )
}

export function StateCell({ row }: { row: Appointment }) {
  return <AppointmentTag state={row.state} />
}

export function OutcomeCell({ row }: { row: Appointment }) {
  const { first, second, wrong } = outcomeWords(row)
  return (
    <>
      <div className={wrong ? `${list.first} ${classes.wrong}` : list.first}>{first}</div>
      {second && <div className={list.second}>{second}</div>}
    </>
  )
}

export function ActionsCell({
  row,
  onOpen,
  onAgain,
  sending,
}: { row: Appointment } & Omit<RequestRowsProps, 'rows'>) {
  const handOver = row.state === 'stored' ? texts.tryNow : texts.sendToPartner
  const name = texts.requestOf(patientWords(row), row.id)
  return (
    <div className={classes.actions}>
      <Button variant="default" size="xs" onClick={() => onOpen(row)} aria-label={texts.showNamed(name)}>
        {texts.show}
      </Button>
      {canDo('again', row.state) && row.state !== 'handed-over' && (
        <Button
          variant="light"
          size="xs"
          onClick={() => onAgain(row)}
          loading={sending === row.id}
          disabled={sending !== null}
          aria-label={`${handOver}: ${name}`}
        >
          {handOver}
        </Button>
      )}
    </div>
  )
}
