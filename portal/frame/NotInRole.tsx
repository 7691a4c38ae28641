import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import * as texts from './texts.ts'

/** In place of a page that only the View Order permission opens: says whom to ask for it. `why` names what is not shown. */
export function NotInRole({ title, why }: { title: string; why: string }) {
  const { institution } = useSession()
  return (
    <>
      <PageHead title={title} />
      <EmptyState
        title={why}
        text={texts.askForViewOrder(institution.name)}
        action={<ButtonLink to="/dashboard">{texts.goToTheDashboard}</ButtonLink>}
      />
    </>
  )
}
