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
      notifySuccess(`The accounting is in ${filename}.`)
    },
    onError: notifyProblem,
  })
  const { data, variables, error } = accounting
  return (
    <>
      <PageHead
        title="Patient accounting"
        crumbs={['Institution', institution.name]}
        sub="Who saw, changed, took out or was sent a patient’s data here in the last six years. That you looked is noted too."
        actions={
          data &&
          variables && (
            <Button variant="default" loading={file.isPending} onClick={() => file.mutate(variables)}>
              Download as CSV
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
              title="Nothing is written down of such a patient"
              text={`At ${institution.name}, from ${showDate(data.from)} to ${showDate(data.until)}. Check the spelling and the date of birth.`}
            />
          </Card>
        )}
        {data && data.total > 0 && <AccountLines {...data} />}
      </div>
    </>
  )
}
