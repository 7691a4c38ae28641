import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { MissingPage } from '#ui/MissingPage.tsx'

export function UserMissing() {
  const { institution, institutions } = useSession()
  return (
    <MissingPage
      noun="user"
      institution={institution.name}
      text={
        institutions.length > 1
          ? 'They may belong to another of your institutions: choose that one at the top of the page.'
          : 'They may have been moved to another institution.'
      }
      action={<ButtonLink to="/users">All users</ButtonLink>}
    />
  )
}
