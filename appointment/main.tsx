import { hydrateRoot } from 'react-dom/client'
import { DATA_ID, FORM_ID, type PageData } from './data.ts'
import { AppointmentForm } from './form/AppointmentForm.tsx'
import { livenPage } from './liven-page.ts'

const root = document.getElementById(FORM_ID)
const data = document.getElementById(DATA_ID)?.textContent
livenPage()
if (root && data) hydrateRoot(root, <AppointmentForm {...(JSON.parse(data) as PageData)} />)
