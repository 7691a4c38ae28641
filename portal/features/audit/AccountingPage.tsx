import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AccountingOf } from '#contract/audit.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { fieldErrorsOf } from '#portal/forms.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showDate } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { AccountLines } from './AccountLines.tsx'
import classes from './accounting.module.css'
import { PatientForm } from './PatientForm.tsx'
import * as texts from './texts.ts'

/** Who saw, changed, took out or was sent a patient's data at the selected institution. */
export default function AccountingPage() {
  const { can, institution } = useSession()
  return can('CreateUser') ? <Accounting key={institution.code} /> : <NotFoundPage />
}

function Accounting() {
  const { institution } = useSession()
  const params = { hospital: institution.code }
  // Not a query: it holds a patient's data, and each look is written down.
  const accounting = useMutation({
    mutationFn: (body: AccountingOf) => api.audit.accounting({ params, body }),
  })
  const file = useMutation({
    mutationFn: async (body: AccountingOf) => {
      const bytes = await api.audit.accountingFile({ params, body })
      const filename = 'accounting.csv'
      saveFile(bytes, { filename, mediaType: 'text/csv' })
      notifySuccess(texts.accountingSaved(filename))
    },
    onError: notifyProblem,
  })
  const { data, variables, error } = accounting
  return (
    <>
      <PageHead
        title={texts.accountingOfDisclosures}
        crumbs={[texts.institution, institution.name]}
        sub={texts.accountingHint}
        actions={
          data &&
          variables && (
            <Button variant="default" loading={file.isPending} onClick={() => file.mutate(variables)}>
              {texts.downloadAsCsv}
            </Button>
          )
        }
      />
      <div className={classes.page}>
        <PatientForm mutation={accounting} />
        {error && fieldErrorsOf(error).length === 0 && (
          <Card>
            <ErrorState problem={error} retry={() => variables && accounting.mutate(variables)} />
          </Card>
        )}
        {data && data.total === 0 && (
          <Card>
            <EmptyState
              title={texts.noEntries}
              text={texts.noEntriesHint(institution.name, showDate(data.from), showDate(data.until))}
            />
          </Card>
        )}
        {data && data.total > 0 && <AccountLines {...data} />}
      </div>
    </>
  )
}
