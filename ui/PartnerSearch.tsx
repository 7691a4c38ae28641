import { Alert, Button, Group, Modal, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import {
  type FoundPeople,
  findPartners,
  type PartnerCandidate,
  type PartnerQuery,
  searchNeeds,
} from '#domain/partners/partner-search.ts'
import { showDate } from './dates.ts'
import { DateEntry } from './fields/DateEntry.tsx'
import classes from './partner-search.module.css'

interface PartnerSearchProps<T extends PartnerCandidate> {
  opened: boolean
  /** The institution whose patients are searched; '' if none is chosen. */
  institution: string
  /** Asks the server for the first 100 who match everything entered. */
  search: (query: PartnerQuery) => Promise<FoundPeople<T>>
  /** Distinguishes people with the same name, next to the date of birth: a lab number. */
  detail?: (partner: T) => string
  dateVariant: 'selects' | 'calendar'
  onSelect: (partner: T) => void
  onClose: () => void
}

const NO_CRITERIA = { lastName: '', firstName: '', dateOfBirth: '' }

/** Finds the patient's partner among the institution's patients (specification §2, §5, Partner search). */
export function PartnerSearch<T extends PartnerCandidate>(props: PartnerSearchProps<T>) {
  const [criteria, setCriteria] = useState(NO_CRITERIA)
  const [found, setFound] = useState<Awaited<ReturnType<typeof findPartners<T>>> | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)
  const needs = searchNeeds(props.institution, criteria)

  const change = (part: Partial<typeof NO_CRITERIA>) => {
    latest.current += 1
    setBusy(false)
    setCriteria({ ...criteria, ...part })
    setFound(null)
  }
  const forget = () => {
    latest.current += 1
    setCriteria(NO_CRITERIA)
    setFound(null)
    setBusy(false)
  }
  const search = async (event: FormEvent) => {
    event.preventDefault()
    // Must not submit the order form that surrounds the dialog in the component tree.
    event.stopPropagation()
    if (needs !== null || busy) return
    const requestNumber = ++latest.current
    setBusy(true)
    const answer = await findPartners(criteria, props.search)
    // The user has typed on: this answers an outdated request.
    if (requestNumber !== latest.current) return
    setFound(answer)
    setBusy(false)
  }

  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      onExitTransitionEnd={forget}
      title="Find partner"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={search}>
        <Stack gap="md">
          <div className={classes.names}>
            <TextInput
              label="Last name"
              autoComplete="off"
              maxLength={100}
              data-autofocus
              value={criteria.lastName}
              onChange={(event) => change({ lastName: event.currentTarget.value })}
            />
            <TextInput
              label="First name"
              autoComplete="off"
              maxLength={100}
              value={criteria.firstName}
              onChange={(event) => change({ firstName: event.currentTarget.value })}
            />
          </div>
          <DateEntry
            label="Birthdate"
            variant={props.dateVariant}
            preventFuture
            value={criteria.dateOfBirth}
            onChange={(dateOfBirth) => change({ dateOfBirth })}
          />
          <Group justify="space-between" gap="sm">
            <span className={classes.needs}>{needs}</span>
            <Button type="submit" disabled={needs !== null} loading={busy}>
              Search
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">
        {found?.notice && (
          <Alert color="yellow" mt="md" title={found.notice.title}>
            {found.notice.hint}
          </Alert>
        )}
        {found && found.partners.length > 0 && (
          <section className={classes.found} aria-label="Select Partner">
            <h3>Select Partner</h3>
            <ul>
              {found.partners.map((partner) => (
                <li key={partner.key}>
                  <UnstyledButton className={classes.partner} onClick={() => props.onSelect(partner)}>
                    <span>{`${partner.lastName}, ${partner.firstName}`}</span>
                    <span className={classes.detail}>
                      {[`DOB ${showDate(partner.dateOfBirth)}`, props.detail?.(partner)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Modal>
  )
}
