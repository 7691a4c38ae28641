import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useOpenFamily } from '../open-family.ts'
import { FindingCard } from './FindingCard.tsx'
import { FindingDialog } from './FindingDialog.tsx'
import { cascadeOptions } from './queries.ts'
import * as texts from './texts.ts'

/** The open family's findings, each with its relatives, their chances and steps. */
export function Cascade() {
  const { hospitalCode: hospital, id, version } = useOpenFamily().state.family
  const query = useQuery(cascadeOptions(hospital, id, version))
  const { can } = useSession()
  const [isRecording, setRecording] = useState(false)
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <Card>
        <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
        <Skeleton height={18} width="30%" />
        <Skeleton height={180} mt={16} />
      </Card>
    )
  const mayChange = can('CreateOrder')
  const { findings, people, familyName } = query.data
  const recordButton = mayChange && (
    <Button variant={findings.length === 0 ? 'filled' : 'default'} onClick={() => setRecording(true)}>
      {texts.recordFinding}
    </Button>
  )
  return (
    <Stack gap="md">
      {findings.length === 0 ? (
        <Card>
          <EmptyState title={texts.noFinding} text={texts.noFindingHint} action={recordButton || undefined} />
        </Card>
      ) : (
        <>
          <div>{texts.findingsOf(familyName)}</div>
          {findings.map((finding) => (
            <FindingCard key={finding.id} {...{ hospital, id, finding, people, mayChange }} />
          ))}
          <div>{recordButton}</div>
        </>
      )}
      <FindingDialog {...{ hospital, id, people }} opened={isRecording} onClose={() => setRecording(false)} />
    </Stack>
  )
}
