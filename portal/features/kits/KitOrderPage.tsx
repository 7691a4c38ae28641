import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { recipientAt } from '#domain/kits/recipient.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { institutionOptions } from '../users/public.ts'
import { KitOrderForm } from './KitOrderForm.tsx'
import { KitsOffered } from './KitsOffered.tsx'
import { kitOptions } from './queries.ts'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/kit-order')

/** Orders kits for the selected institution (specification §2, /kit-order); `from` orders the same again. */
export default function KitOrderPage() {
  const { from } = route.useSearch()
  const { institution, can } = useSession()
  return (
    <KitsOffered>
      <PageHead
        title={texts.orderKits}
        crumbs={[
          <Link key="kits" to="/kits">
            {texts.kits}
          </Link>,
          texts.orderHeading,
        ]}
        sub={texts.kitOrderSubtitle(institution.name)}
      />
      {can('CreateOrder') ? (
        <Loaded key={`${institution.code} ${from}`} from={from ?? null} />
      ) : (
        <Card>
          <EmptyState title={texts.noKitsInRole} text={texts.askForKitRole(institution.name)} />
        </Card>
      )}
    </KitsOffered>
  )
}

function Loaded({ from }: { from: number | null }) {
  const { institution, user } = useSession()
  const { code: hospital, id } = institution
  const institutionQuery = useQuery(institutionOptions(id))
  const before = useQuery({ ...kitOptions(hospital, from ?? 0), enabled: from !== null })
  if (institutionQuery.isError)
    return <ErrorState problem={institutionQuery.error} retry={() => institutionQuery.refetch()} />
  if (institutionQuery.data === undefined || (from !== null && before.isPending))
    return (
      <Card>
        <VisuallyHidden role="status">{texts.theFormIsLoading}</VisuallyHidden>
        <Skeleton height={14} width="20%" />
        <Skeleton height={90} mt={16} />
        <Skeleton height={200} mt={16} />
      </Card>
    )
  // What cannot be ordered again, because there is none such here, is ordered anew.
  return (
    <KitOrderForm
      hospital={hospital}
      recipient={recipientAt(institutionQuery.data, user)}
      before={before.data ?? null}
    />
  )
}
