import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { needs } from '../needs.ts'
import { runOnNewServer } from './new-server.ts'

/** A code block in the guide: commands, a file to write, or a console session with output. */
interface Step {
  /** Paragraph before the block. */
  before: string
  language: string
  text: string
}

const guide = readFileSync(path.join(projectRoot, 'docs', 'operators.md'), 'utf8')
const setup = guide.slice(guide.indexOf('\n## Set up a server\n'), guide.indexOf('\n## Settings\n'))
const steps: Step[] = [...setup.matchAll(/\n([^\n]*)\n\n```(\w*)\n(.*?)```/gs)].map(
  ([, before = '', language = '', text = '']) => ({ before, language, text }),
)

/** Matches the command for later deployments. */
const LATER = /^dist\/hosting\/deploy .*\\\n +--check/

/** Matches code blocks that the test skips: delivery to a webhook, invalid settings, and certbot. */
const SKIPPED = /RELAY_TARGETS=webhook|The configuration is invalid|^certbot /m

/** Changes commands to deploy to this machine instead of a remote server. */
const deployLocally = (commands: string) => commands.replaceAll('ada@server:', '')

/** Replaces the parts of the output that differ on every run. */
const normalize = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll('\r', '')

function parseConsole(text: string): { command: string; output: string }[] {
  return [...text.matchAll(/^[#$] ((?:.*\\\n)*.*)\n((?:(?![#$] ).*\n)*)/gm)].map(([, command = '', output = '']) => ({
    ...{ command, output },
  }))
}

/** Waits for nginx, whose reload command returns before the reload has finished. */
const AWAIT_RELOAD = 'until curl -s -o /dev/null https://northshelf.example; do sleep 0.05; done\n'

/** Makes the relay's commands trust the site's self-signed certificate. */
const TRUST_SITE = 'cat "$CURL_CA_BUNDLE" >> "$NODE_EXTRA_CA_CERTS"\n'

const documented: { command: string; output: string }[] = []

/** Converts a step to a shell script that prints the output of console sessions between markers. */
function toScript({ before, language, text }: Step): string {
  if (SKIPPED.test(text) || LATER.test(text)) return ''
  const [, file] = /^Write `([^`]+)`/.exec(before) ?? []
  if (file) return `cat > ${file} <<'END'\n${text}END\n`
  if (language !== 'console')
    return `(\n${deployLocally(text)})\n${text.includes('reload nginx') ? AWAIT_RELOAD + TRUST_SITE : ''}`
  return parseConsole(text)
    .map((entry) => {
      documented.push(entry)
      return `echo '<<<'\n${entry.command}\necho\necho '>>>'\n`
    })
    .join('')
}

/** Starts nginx and a mail server, and adds a user for deployments. */
const BEFORE = `
useradd --create-home ada
systemctl start nginx
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=mail -addext subjectAltName=DNS:mail.example.com \\
  -keyout /etc/mail.key -out /etc/relay-ca.pem 2>/dev/null
echo '127.0.0.1 mail.example.com' >> /etc/hosts
node --import tsx tests/deploy/mail-server.ts /etc/mail.key /etc/relay-ca.pem /root/mails &
export NODE_EXTRA_CA_CERTS=/etc/relay-ca.pem
mkdir -p /etc/systemd/system/relay.service.d
printf '[Service]\\nEnvironment=NODE_EXTRA_CA_CERTS=/etc/relay-ca.pem\\n' > /etc/systemd/system/relay.service.d/ca.conf
export CURL_CA_BUNDLE=/etc/letsencrypt/live/northshelf.example/fullchain.pem
post() {
  curl -s -o /dev/null -w '%{http_code} ' https://northshelf.example/functions/v1/send-form-submission \\
    -H 'Origin: https://northshelf.example' -H 'Content-Type: application/json' \\
    -d '{"formType":"contact","name":"Ada Rivers","email":"ada@example.com","message":"Sent-'"$1"'-"}'
}
`

/**
 * The guide's command for later deployments, adapted to deploy a release whose relay passes its check but does not
 * start.
 */
const deployBroken = deployLocally(steps.find(({ text }) => LATER.test(text))?.text ?? 'false')
  .replaceAll('sudo ', '')
  .replace('dist/hosting/deploy', '/root/broken/hosting/deploy --wait 2')

/** Submits forms while the relay restarts and a release fails, then checks other claims in the guide. */
const AFTER = `
echo RELAY_POSTS_PER_MINUTE=0 >> /etc/relay.env
systemctl restart relay
answered() { cat /root/answers-* | wc -w; }
arrived() { grep -o 'Sent-[0-9]*-[0-9]*-' /root/mails | sort -u | wc -l; }
senders=
for who in 1 2 3 4; do
  (n=0; until [ -e /root/restarted ]; do n=$((n + 1)); post $who-$n; done > /root/answers-$who) &
  senders="$senders $!"
done
for n in 1 2 3; do
  until [ "$(answered)" -ge $((n * 8)) ]; do sleep 0.02; done
  systemctl restart relay
done
cp -r dist /root/broken
sed -i '1i if (!process.argv.includes("--check")) throw new Error("broken")' /root/broken/relay/relay.js
live=$(readlink /var/www/northshelf.example/current)
status=0
{
${deployBroken}} > /root/deploy.log 2>&1 || status=$?
[ "$live" = "$(readlink /var/www/northshelf.example/current)" ] || cat /root/deploy.log
grep -q 'did not succeed within 2 seconds' /root/deploy.log || cat /root/deploy.log
echo "--- broken release: $status"
touch /root/restarted
wait $senders
until [ "$(arrived)" -ge "$(answered)" ]; do sleep 0.1; done
echo "--- answers: $(cat /root/answers-* | tr ' ' '\n' | sort -u | xargs)"
echo "--- lost: $(($(answered) - $(arrived)))"
for address in http://www.northshelf.example/about https://www.northshelf.example/about http://northshelf.example/about; do
  echo "--- redirect: $(curl -sI $address | tr -d '\r' | grep -i '^location' | cut -d ' ' -f 2)"
done
systemctl start relay-backup
echo "--- backup: $(stat -c '%a %U' /var/backups/relay/*.tgz)"
echo "--- warnings: $(journalctl -u relay -p warning -o cat | grep -v -e broken -e '^Node.js' -e '^ ' -e '^$' -e '[Ff]ailed' -e '^\\^')"
echo "--- log: $(journalctl -u relay -p info -o cat | grep -o '"msg":"started"' | sort -u)"
echo "--- state: $(systemctl is-active relay relay.socket relay-backup.timer nginx | xargs)"
`

describe('the guide section "Set up a server"', needs('root', 'systemd', 'nginx', 'a new server'), () => {
  it('produces a working site and relay behind nginx that lose no submissions during restarts', async () => {
    const script = steps.map(toScript).join('')
    const output = await runOnNewServer(BEFORE + script + AFTER)
    const printed = [...output.matchAll(/<<<\n(.*?)\n?>>>/gs)].map(([, text = '']) => normalize(text).trim())
    expect(printed).toEqual(documented.map((entry) => normalize(entry.output).trim()))
    const site = 'https://northshelf.example/about'
    expect(output.match(/^--- .*/gm)).toEqual([
      ...['--- broken release: 5', '--- answers: 202', '--- lost: 0', ...Array(3).fill(`--- redirect: ${site}`)],
      ...[
        '--- backup: 600 relay',
        '--- warnings: ',
        '--- log: "msg":"started"',
        '--- state: active active active active',
      ],
    ])
  })
})
