import type { Translations } from './en.ts'

export const de: Translations = {
  language: 'de',
  optional: 'freiwillig',
  errorTitle: (heading) => `Fehler: ${heading}`,
  fileEmpty: 'Diese Datei ist leer. Bitte wählen Sie eine andere.',
  fileProblems: {
    type: (kinds) =>
      `Der Inhalt dieser Datei passt nicht zu ihrem Namen. Bitte speichern Sie sie als ${kinds} und wählen Sie die neue Datei.`,
    damaged: (kinds) =>
      `Diese Datei ist beschädigt oder unvollständig. Bitte speichern Sie sie noch einmal als ${kinds} und wählen Sie die neue Datei.`,
    complex: (kinds) =>
      `Diese Datei ist zu umfangreich, um sie zu prüfen. Bitte speichern Sie eine einfachere Fassung als ${kinds} und wählen Sie die neue Datei.`,
    password: () =>
      'Diese Datei ist mit einem Passwort geschützt. Bitte speichern Sie sie ohne Passwort und wählen Sie die neue Datei.',
    macros: (kinds) =>
      `Diese Datei enthält Makros. Bitte speichern Sie sie ohne Makros als ${kinds} und wählen Sie die neue Datei.`,
    embedded: (kinds) =>
      `Diese Datei enthält eingebettete Dateien oder Steuerelemente. Bitte entfernen Sie diese, speichern Sie die Datei als ${kinds} und wählen Sie die neue Datei.`,
    external: (kinds) =>
      `Diese Datei lädt eine Vorlage oder andere Inhalte von einem anderen Ort oder startet ein Programm. Bitte entfernen Sie diese Verknüpfungen, speichern Sie die Datei als ${kinds} und wählen Sie die neue Datei.`,
  },
  fileUnknown: 'Dieses Formular nimmt diese Datei nicht an.',
  problems: 'Bitte prüfen Sie diese Angaben',
  leaveEmpty: 'Bitte leer lassen',
  answersKept: 'Ihre Angaben stehen noch unten.',
  chooseFileAgain: 'Ihre Angaben sind noch da. Bitte wählen Sie Ihre Datei noch einmal aus.',
  sendAgain: 'Ihre Angaben stehen noch unten. Sie können sie von hier aus noch einmal senden.',
  goBack: 'Ihre Angaben sind noch da, wenn Sie in Ihrem Browser zurückgehen.',
  write: (email) => `Wenn das öfter vorkommt, schreiben Sie bitte an ${email}.`,
  received: 'Angekommen',
  youChose: 'Ihre Auswahl:',
  backTo: (name) => `Zurück zu ${name}`,
  notFound: 'Diese Seite gibt es nicht',
  reportLink: (email) => `Wenn Sie ein Link von uns hierher geführt hat, schreiben Sie bitte an ${email}.`,
  refusals: {
    tooLarge: {
      heading: 'Das war zu groß zum Senden',
      text: 'Das Formular oder eine Datei darin ist größer, als wir empfangen können.',
    },
    tooOften: {
      heading: 'Bitte warten Sie einen Moment',
      text: 'Von Ihrem Anschluss wurden zu viele Formulare gesendet.',
    },
    notNow: {
      heading: 'Wir konnten Ihr Formular nicht empfangen',
      text: 'Bei uns ist etwas schiefgegangen. Es ist nichts angekommen; bitte versuchen Sie es später noch einmal.',
    },
    notHere: {
      heading: 'Dieses Formular kann von hier nicht gesendet werden',
      text: 'Wir nehmen es nur von den Seiten unserer Website an.',
    },
    timeout: { heading: 'Die Verbindung war zu langsam', text: 'Das Formular ist nicht rechtzeitig angekommen.' },
    sentBefore: {
      heading: 'Dieses Formular wurde schon gesendet',
      text: 'Wir haben es von dieser Seite schon mit anderen Angaben erhalten.',
    },
    broken: {
      heading: 'Das Formular ist nicht vollständig angekommen',
      text: 'Etwas darin fehlt, ist beschädigt oder uns unbekannt.',
    },
  },
  mail: {
    confirmed: (url, moment) =>
      `Sie erhalten diese E-Mail, weil Ihre Adresse am ${moment} auf ${url} eingegeben wurde. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.`,
    sentFrom: (url, moment) => `Gesendet von ${url} am ${moment}.`,
    number: (id) => `Nummer ${id}.`,
    agreed: 'Ja',
    declined: 'Nein',
    earlierText: (version) => `eine frühere Fassung des Textes (${version})`,
    attached: 'Im Anhang',
    notAttached: 'Nicht im Anhang',
    tooLarge: 'Zu groß für den Mailserver',
    refused: 'Vom Mailserver abgelehnt',
    onServer: (command) => `Auf dem Server: ${command}`,
  },
}
