import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { InstitutionChoice } from '#contract/physicians.ts'
import { countryLine } from '#domain/addresses/in-lines.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { profileOptions } from '#portal/session/profile.ts'
import { useSession } from '#portal/session/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { refreshAllTabs } from './other-tabs.ts'
import classes from './profile.module.css'
import { type OwnInstitution, ownInstitutionsOptions } from './queries.ts'
import * as texts from './texts.ts'

interface JoinInstitutionProps {
  /** Those of the user: they cannot be asked again. */
  list: readonly OwnInstitution[]
  onClose: () => void
}

/** Finds a further institution and, once confirmed, asks to work there. */
export function JoinInstitution({ list, onClose }: JoinInstitutionProps) {
  const { user } = useSession()
  const [chosen, setChosen] = useState<InstitutionChoice | null>(null)
  const joinRequest = useMutation({
    mutationFn: ({ institutionId }: InstitutionChoice) =>
      api.institutions.addPhysician({
        params: { id: institutionId },
        body: { institutionId, physicianId: user.physicianId },
      }),
    onSuccess: async ({ status }, { institutionName }) => {
      await refreshAllTabs(ownInstitutionsOptions(user.id).queryKey)
      void refreshAllTabs(profileOptions.queryKey)
      notifySuccess(
        status === 'Active' ? texts.nowMember(institutionName) : texts.requestSent(institutionName),
      )
      onClose()
    },
    onError: (error) => {
      setChosen(null)
      notifyProblem(error)
    },
  })
  return (
    <>
      <SearchPicker
        path="/join"
        label={texts.institution}
        placeholder={texts.nameCityOrCode}
        error={null}
        onBlur={() => {}}
        autoFocus
        from={2}
        queryKey={['institutions', 'search']}
        search={async (search) =>
          (await api.physicians.searchInstitutions({ params: { id: user.id }, query: { search, limit: 20 } }))
            .data
        }
        choiceOf={(found) => {
          const own = list.find((one) => one.institutionId === found.institutionId)
          return {
            key: String(found.institutionId),
            names: [found.institutionCode, found.institutionName],
            content: (
              <>
                <span className={classes.name}>{found.institutionName}</span>{' '}
                <span className={classes.dim}>
                  {[found.institutionCode, found.city, found.state, countryLine(found)]
                    .filter(Boolean)
                    .join(' · ')}
                  {own &&
                    (own.status === 'WaitingForApproval' ? texts.alreadyRequested : texts.alreadyListed)}
                </span>
              </>
            ),
            disabled: own !== undefined,
            pick: () => setChosen(found),
          }
        }}
      />
      <Button mt="sm" variant="subtle" color="gray" onClick={onClose}>
        {texts.cancel}
      </Button>
      <ConfirmDialog
        opened={chosen !== null}
        title={texts.confirmJoin(chosen?.institutionName ?? '')}
        confirm={texts.askToJoin}
        cancel={texts.goBack}
        busy={joinRequest.isPending}
        onConfirm={() => chosen && joinRequest.mutate(chosen)}
        onClose={() => setChosen(null)}
      >
        <p>{texts.joinHint}</p>
      </ConfirmDialog>
    </>
  )
}
