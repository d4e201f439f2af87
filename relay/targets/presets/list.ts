import { airtable } from './airtable.ts'
import { discord } from './discord.ts'
import { googleSheets } from './google-sheets.ts'
import { hubspot } from './hubspot.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'

export const presets = { slack, teams, discord, hubspot, airtable, 'google-sheets': googleSheets }
