package nfc

// Tags lists the tags that have arrived, in the order of their arrival.
func (p *Presence) Tags() []UID {
	tags := make([]UID, len(p.present))
	for i, s := range p.present {
		tags[i] = s.tag
	}
	return tags
}
