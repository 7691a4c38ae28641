import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { MissingPage } from '#ui/MissingPage.tsx'

export function OrderMissing() {
  const { institution, institutions } = useSession()
  return (
    <MissingPage
      noun="order"
      institution={institution.name}
      text={
        institutions.length > 1
          ? 'It may have been discarded, or belong to another of your institutions: choose that one at the top of the page.'
          : 'It may have been discarded, or belong to another institution.'
      }
      action={<ButtonLink to="/orders">All orders</ButtonLink>}
    />
  )
}
