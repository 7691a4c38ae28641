import { Sections } from '#portal/sections/Sections.tsx'
import { useSession } from '#portal/session/session.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { personName } from '../users/public.ts'
import { AddressesCard, PersonCard, PhonesCard } from './ContactCards.tsx'
import { FavoriteCodesCard, FavoriteTestsCard } from './FavoriteCards.tsx'
import { InstitutionsCard } from './InstitutionsCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { PrivacyCard } from './PrivacyCard.tsx'
import classes from './profile.module.css'
import { SecurityCard } from './SecurityCard.tsx'
import * as texts from './texts.ts'

/** The signed-in user's own profile (specification §2, /profile): sections, each with its own save. */
export default function ProfilePage() {
  const { user } = useSession()
  useOtherTabs()
  return (
    <Sections leaveWarning={texts.leaveWarning}>
      <PageHead title={texts.profile} sub={personName(user)} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <PersonCard />
          <PhonesCard />
          <AddressesCard />
          <InstitutionsCard />
        </div>
        <div className={classes.side}>
          <FavoriteTestsCard />
          <FavoriteCodesCard />
          <NotificationsCard />
          <SecurityCard />
          <PrivacyCard />
        </div>
      </div>
    </Sections>
  )
}
