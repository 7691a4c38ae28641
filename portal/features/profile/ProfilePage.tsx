import { useCallback, useState } from 'react'
import { useSession } from '#portal/session/session.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { personName } from '../users/public.ts'
import { AddressesCard, PersonCard, PhonesCard } from './ContactCards.tsx'
import { FavoriteCodesCard, FavoriteTestsCard } from './FavoriteCards.tsx'
import { InstitutionsCard } from './InstitutionsCard.tsx'
import { Leaving } from './Leaving.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { PrivacyCard } from './PrivacyCard.tsx'
import classes from './profile.module.css'
import { SecurityCard } from './SecurityCard.tsx'
import * as texts from './texts.ts'
import { UnsavedContext } from './unsaved.ts'

/** The signed-in user's own profile (specification §2, /profile): sections, each with its own save. */
export default function ProfilePage() {
  const { user } = useSession()
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback((section: string, is: boolean) => {
    setUnsaved((before) => {
      if (before.has(section) === is) return before
      const after = new Set(before)
      if (is) after.add(section)
      else after.delete(section)
      return after
    })
  }, [])
  useOtherTabs()
  return (
    <UnsavedContext value={report}>
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
      <Leaving unsaved={unsaved.size > 0} />
    </UnsavedContext>
  )
}
