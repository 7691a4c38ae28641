import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'

/** The user does not exist, or not at this institution: the two are not told apart. */
export function UserMissing() {
  const { institution, institutions } = useSession()
  return (
    <>
      <PageHead title="User not found" />
      <Card>
        <EmptyState
          title={`${institution.name} has no such user`}
          text={
            institutions.length > 1
              ? 'They may belong to another of your institutions: choose that one at the top of the page.'
              : 'They may have been moved to another institution.'
          }
          action={<ButtonLink to="/users">All users</ButtonLink>}
        />
      </Card>
    </>
  )
}
