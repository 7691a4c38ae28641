import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'

/** The order does not exist, or not for this institution: the two are not told apart, to nobody's knowledge. */
export function OrderMissing() {
  const { institution, institutions } = useSession()
  return (
    <>
      <PageHead title="Order not found" />
      <Card>
        <EmptyState
          title={`${institution.name} has no such order`}
          text={
            institutions.length > 1
              ? 'It may have been discarded, or belong to another of your institutions: choose that one at the top of the page.'
              : 'It may have been discarded, or belong to another institution.'
          }
          action={<ButtonLink to="/orders">All orders</ButtonLink>}
        />
      </Card>
    </>
  )
}
